// One colour a pool, in every chart; the two themes; the two forms; the pools in the order in which the charts show them.

export const themes = [
  { name: 'light', text: '#1b1f24', faint: '#59636e', rule: '#d8dee4' },
  { name: 'dark', text: '#e6e9ed', faint: '#9aa5b1', rule: '#3a424c' },
];

// A telephone shows a picture that is wider than its column, some 348 pixels, smaller, and its text with it. So it gets a picture of its own, which is
// narrow and tall.
export const forms = [
  { suffix: '', isPhone: false, titleCharacters: 100, originCharacters: 130 },
  { suffix: '-phone', isPhone: true, titleCharacters: 40, originCharacters: 46 },
];

export const colours = {
  PooledGen: { light: '#2a78d6', dark: '#6aa9f4' },
  'by hand': { light: '#8f9aa6', dark: '#77828e' },
  ArrayPool: { light: '#d9822b', dark: '#e69b4c' },
  MemoryPool: { light: '#8a63d2', dark: '#a98be6' },
  Toolkit: { light: '#2f9e77', dark: '#4dc29a' },
  ObjectPool: { light: '#c2476f', dark: '#e0708f' },
  ConcurrentBag: { light: '#b3922b', dark: '#d1b04a' },
  new: { light: '#6b5b4b', dark: '#a08d79' },
};

// A slot holds one buffer at a time. `new` is many times as slow and would leave no room for the others on one scale: the tables have it.
export const contenders = [
  { label: 'PooledGen', pool: 'PooledGen', name: 'PooledGen, using' },
  { label: 'thread-static slot', pool: 'by hand', name: 'thread-static slot, try/finally', onlyIn: 'one rental' },
  { label: 'thread-static stack', pool: 'by hand', name: 'thread-static Stack, try/finally' },
  { label: 'ArrayPool.Shared', pool: 'ArrayPool', name: 'ArrayPool.Shared, try/finally' },
  { label: 'SpanOwner', pool: 'Toolkit', name: 'SpanOwner, using' },
  { label: 'MemoryPool.Shared', pool: 'MemoryPool', name: 'MemoryPool.Shared, using' },
  { label: 'ObjectPool', pool: 'ObjectPool', name: 'ObjectPool, try/finally' },
];

// Of the chart of size classes, from one class a doubling to four.
export const classColours = [colours.ArrayPool, colours.MemoryPool, colours.PooledGen];
