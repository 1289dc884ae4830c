using PooledGen;

namespace RespServer;

/// <summary>What a client has sent.</summary>
[PooledBuffer<byte>(MaxLength = 1024 * 1024)]
public partial struct InputBuffer;

/// <summary>The replies that are sent together.</summary>
[PooledBuffer<byte>(MaxLength = 256 * 1024)]
public partial struct ReplyBuffer;

/// <summary>A large value. It stays for long, so finer size classes pay: at most a fifth of a buffer is unused, and not half of it.</summary>
[PooledBuffer<byte>(MaxLength = 1024 * 1024, SizeClassesPerDoubling = 4)]
public partial struct ValueBuffer;
