// What the page remembers of each pool: five minutes of the three figures that have a chart. It survives a reload in the tab's session storage.

const remembered = 5 * 60 * 1000;
const key = `PooledGen ${location.pathname}`;

// A longer gap was a pause or a reload: nothing is known of that time, so no line is drawn over it.
export const gap = 5 * 1000;

export const remember = (samples, { time, rentsPerSecond, inUse, retainedBytes }) =>
  [...samples, { time, rentsPerSecond, inUse, retainedBytes }].filter(sample => sample.time >= time - remembered);

const counts = ['rents', 'hits', 'misses', 'oversize', 'trimmed', 'evicted', 'dropped', 'misuseCount'];

// Whether two reports of a name can be of one pool: its counts never decrease. A pool goes with its assembly, and another one may take its name.
export const isSame = (earlier, pool) => counts.every(name => pool[name] >= earlier[name]);

// Whether the buffers in use have only risen, for a minute or more: the least of each quarter is not below that of the quarter before, and above it in
// two or more. What fills up once and stays, as a cache does, is not that.
export function isRising(samples) {
  const start = samples[0].time;
  const length = samples.at(-1).time - start;
  if (samples.length < 8 || length < 60 * 1000) return false;

  const least = [Infinity, Infinity, Infinity, Infinity];
  for (const sample of samples) {
    const quarter = Math.min(Math.floor(4 * (sample.time - start) / length), 3);
    least[quarter] = Math.min(least[quarter], sample.inUse);
  }
  const steps = [1, 2, 3].map(quarter => least[quarter] - least[quarter - 1]);
  return steps.every(step => step >= 0) && steps.filter(step => step > 0).length >= 2;
}

// Storage may be full or forbidden. Then the page begins anew, as before.
export function save(state) {
  try {
    sessionStorage.setItem(key, JSON.stringify(state));
  } catch { }
}

export function restore() {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}
