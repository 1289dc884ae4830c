// How figures are written. Text is only ever set as text: a pool's name may contain anything.

const scaled = (value, names) => {
  const step = value < 1024 ? 0 : Math.min(Math.floor(Math.log2(value) / 10), names.length - 1);
  return `${(value / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 })}\u00a0${names[step]}`;
};

export const units = {
  count: value => value.toLocaleString(),
  buffers: value => `${value.toLocaleString()} ${value === 1 ? 'buffer' : 'buffers'}`,
  rate: value => value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 }),
  persecond: value => `${units.rate(value)}/s`,
  // All is all: beside a miss there is no 100 %.
  percent: value => Math.min(value, value < 1 ? 0.999 : 1).toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 1 }),
  bytes: value => scaled(value, ['B', 'KB', 'MB', 'GB', 'TB']),

  // Two units at most: 3 d 4 h, 5 min 6 s.
  duration(seconds) {
    const parts = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
    const first = parts.findIndex(([, size]) => seconds >= size || size === 1);
    return parts.slice(first, first + 2)
      .map(([name, size], i) => [Math.floor((i === 0 ? seconds : seconds % parts[first][1]) / size), name])
      .filter(([value], i) => i === 0 || value > 0)
      .map(([value, name]) => `${value} ${name}`)
      .join(' ');
  },
};

// What dashboard.html marks with data-figure gets that figure's text; data-hint names the figure that shows while the mouse is over it,
// and data-mark the class of a figure that is not zero.
export function fill(element, figures) {
  for (const target of element.querySelectorAll('[data-figure]')) {
    const value = figures[target.dataset.figure];
    const text = typeof value === 'number' ? units[target.dataset.unit ?? 'count'](value) : value ?? '–';
    if (target.textContent !== text) target.textContent = text; // spares a selection, and a screen reader
    if (target.dataset.hint) target.title = units[target.dataset.hintUnit ?? 'bytes'](figures[target.dataset.hint]);
    if (target.dataset.mark) target.classList.toggle(target.dataset.mark, value > 0);
  }
}
