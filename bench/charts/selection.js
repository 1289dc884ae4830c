// What the charts show of the result: the names are those of the scenarios and of their contenders.

export const operations = [
  { title: 'one buffer of 1 KB', scenario: 'one rental' },
  { title: 'two, nested', scenario: 'two nested' },
  { title: 'two, nested, in 16 tasks', scenario: 'two nested, 16 threads' },
];

export const ratios = [
  ['two buffers in 16 tasks, for ArrayPool.Shared', 'two nested, 16 threads', 'PooledGen, using', 'ArrayPool.Shared, try/finally'],
  ['two buffers, for ArrayPool.Shared', 'two nested', 'PooledGen, using', 'ArrayPool.Shared, try/finally'],
  ['hand-over, for ArrayPool.Shared', 'hand-over', 'PooledGen, Owner', 'ArrayPool.Shared'],
  ['one buffer, for ArrayPool.Shared', 'one rental', 'PooledGen, using', 'ArrayPool.Shared, try/finally'],
  ['owner, for MemoryPool.Shared', 'owner', 'PooledGen, Owner', 'MemoryPool.Shared, using'],
  ['owner, for MemoryOwner of the Toolkit', 'owner', 'PooledGen, Owner', 'MemoryOwner, using'],
  ['owner, for ArrayPool.Shared', 'owner', 'PooledGen, Owner', 'ArrayPool.Shared, try/finally'],
  ['kept across an await, for ArrayPool.Shared', 'hand-over, async', 'PooledGen, Owner', 'ArrayPool.Shared'],
  ['10 KB in parts, for MemoryStream', 'stream, 10 KB', 'PooledStream', 'MemoryStream'],
  ['10 KB in parts, for RecyclableMemoryStream', 'stream, 10 KB', 'PooledStream', 'RecyclableMemoryStream'],
  ['Base64, for ArrayPool.Shared, same decoder', 'Base64 decode', 'PooledGen, narrow and DecodeFromUtf8', 'ArrayPool.Shared, narrow and DecodeFromUtf8'],
  ['10 KB in parts, for ArrayPoolBufferWriter', 'writer, 10 KB', 'PooledGen, Writer', 'ArrayPoolBufferWriter'],
  ['text, for StringBuilder', 'text writer', 'PooledGen, Writer', 'StringBuilder'],
  ['interpolated text, for StringBuilder', 'text writer', 'PooledGen, Writer, interpolated', 'StringBuilder, interpolated'],
  ['pipe, for MemoryPool.Shared', 'pipe, 16 KB', 'DangerousAsMemoryPool()', 'MemoryPool.Shared'],
  ['as MemoryPool, for MemoryPool.Shared', 'as MemoryPool', 'PooledGen, AsMemoryPool', 'MemoryPool.Shared, using'],
  ['as ArrayPool, one array, for ArrayPool.Shared', 'as ArrayPool, one', 'PooledGen, AsArrayPool', 'ArrayPool.Shared, no try/finally'],
  ['as ArrayPool, two pools in turns', 'as ArrayPool, two pools in turns', 'PooledGen, AsArrayPool', 'ArrayPool.Shared, no try/finally'],
  ['as ArrayPool, two arrays in 16 tasks', 'as ArrayPool, two nested in 16 tasks', 'PooledGen, AsArrayPool', 'ArrayPool.Shared, no try/finally'],
  ['one buffer, for a thread-static slot', 'one rental', 'PooledGen, using', 'thread-static slot, try/finally'],
  ['two buffers, for a thread-static stack', 'two nested', 'PooledGen, using', 'thread-static Stack, try/finally'],
  ['wrong order, for a thread-static stack', 'wrong order', 'PooledGen, using', 'thread-static Stack, try/finally'],
].map(([title, scenario, ours, rival]) => ({ title, scenario, ours, rival }));

// The lengths of the chart of size classes.
export const requests = Array.from({ length: 1008 }, (_, i) => 17 + i);
