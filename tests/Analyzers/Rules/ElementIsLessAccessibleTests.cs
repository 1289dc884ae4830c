namespace PooledGen.Analyzers.Tests;

public class ElementIsLessAccessibleTests() : DefinitionTest("PG0014")
{
    [Theory]
    [InlineData("""
        internal class Item;
        [[|PooledBuffer<Item>(MaxLength = 64)|]] public partial struct Items;
        """, "Item")]
    [InlineData("""
        class Item;
        [[|PooledBuffer(typeof(Item[]), MaxLength = 64)|]] public partial struct Items;
        """, "Item[]")]
    [InlineData("""
        class Item;
        [[|PooledBuffer<List<Item>>(MaxLength = 64)|]] public partial struct Items;
        """, "System.Collections.Generic.List<Item>")]
    [InlineData("""
        class Item;
        [[|PooledBuffer<(int, Item)>(MaxLength = 64)|]] public partial struct Items;
        """, "(int, Item)")]
    [InlineData("""
        class Outer { public class Item; }
        [[|PooledBuffer<Outer.Item>(MaxLength = 64)|]] public partial struct Items;
        """, "Outer.Item")]
    [InlineData("""
        public partial class Outer
        {
            private class Item;
            [[|PooledBuffer<Item>(MaxLength = 64)|]] internal partial struct Items;
        }
        """, "Outer.Item")]
    [InlineData("""
        public partial class Outer
        {
            private protected class Item;
            [[|PooledBuffer<Item>(MaxLength = 64)|]] protected partial struct Items;
        }
        """, "Outer.Item")]
    [InlineData("""
        file class Item;
        [[|PooledBuffer<Item>(MaxLength = 64)|]] internal partial struct Items;
        """, "Item")]
    [InlineData("""
        file class Item;

        public partial class Outer
        {
            [[|PooledBuffer<Item[]>(MaxLength = 64)|]] private partial struct Items;
        }
        """, "Item[]")]
    public Task ElementThatFewerCanSee_IsDiagnosedAtTheAttribute(string markup, string element) => Diagnosed(
        markup,
        $"'{element}' is less accessible than 'Items', whose members expose it; make 'Items' as private as its element, or the element more accessible");

    [Theory]
    [InlineData("internal class Item; [PooledBuffer<Item>(MaxLength = 64)] internal partial struct Items;")]
    [InlineData("""
        public partial class Outer
        {
            private class Item;
            [PooledBuffer<Item>(MaxLength = 64)] private partial struct Items;
        }
        """)]
    [InlineData("""
        class Item;

        public partial class Outer
        {
            [PooledBuffer<Item>(MaxLength = 64)] private partial struct Items;
        }
        """)]
    [InlineData("""
        class Item;
        partial class Outer { [PooledBuffer<Item>(MaxLength = 64)] public partial struct Items; }
        """)]
    [InlineData("""
        partial class Outer
        {
            protected class Item;
            [PooledBuffer<Item[]>(MaxLength = 64)] private protected partial struct Items;
        }
        """)]
    [InlineData("[PooledBuffer(MaxLength = 64)] internal partial struct Item;")]
    [InlineData("public partial class Outer { [PooledBuffer(MaxLength = 64)] private partial struct Item; }")]
    public Task ElementThatAsManyCanSee_IsAccepted(string source) => Accepted(source);
}
