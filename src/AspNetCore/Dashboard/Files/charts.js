// A chart is an area under a line, from zero up to the highest value remembered. All charts have the same time axis: the right edge is now.
import { gap } from './history.js';
import { units } from './figures.js';

const width = 200, height = 40;
const shown = new WeakMap(); // chart: { samples, now, span, unit }
const tip = document.getElementById('tip');

export function draw(chart, history, now, span) {
  const name = chart.dataset.chart;
  const unit = units[chart.dataset.unit];
  // A rate is known from the second sample on: there is nothing to draw before.
  const samples = history.filter(sample => sample[name] !== null).map(sample => ({ time: sample.time, value: sample[name] }));
  const peak = Math.max(0, ...samples.map(sample => sample.value));
  const x = sample => (width * (1 - (now - sample.time) / span)).toFixed(1);
  const y = sample => (height - 1 - (peak > 0 ? sample.value / peak : 0) * (height - 2)).toFixed(1);

  const runs = [];
  for (const [i, sample] of samples.entries()) {
    if (i === 0 || sample.time - samples[i - 1].time > gap) runs.push([]);
    runs.at(-1).push(sample);
  }
  const lines = runs.map(run => [run, run.map(sample => `${x(sample)},${y(sample)}`).join('L')]);

  if (!chart.firstChild) prepare(chart);
  const [area, line] = chart.children;
  area.setAttribute('d', lines.map(([run, points]) => `M${x(run[0])},${height}L${points}L${x(run.at(-1))},${height}Z`).join(''));
  line.setAttribute('d', lines.map(([, points]) => `M${points}`).join(''));
  shown.set(chart, { samples, now, span, unit });

  const cell = chart.closest('td');
  const highest = peak > 0 ? `peak ${unit(peak)}` : 'none';
  cell.querySelector('.peak').textContent = samples.length > 0 ? highest : '';
  cell.querySelector('.from').textContent = `−${Math.round(span / 1000)} s`;
  chart.setAttribute('aria-label', `${cell.dataset.label} over ${units.duration(span / 1000)}, ${highest}`);
}

function prepare(chart) {
  chart.setAttribute('viewBox', `0 0 ${width} ${height}`);
  chart.setAttribute('preserveAspectRatio', 'none');
  for (const part of ['area', 'line', 'mark']) {
    const path = document.createElementNS(chart.namespaceURI, 'path');
    path.setAttribute('class', part);
    chart.append(path);
  }
  chart.addEventListener('pointermove', event => point(chart, event));
  chart.addEventListener('pointerleave', () => {
    chart.lastChild.removeAttribute('d');
    tip.hidden = true;
  });
}

// The sample that is nearest to the pointer, its value and its time.
function point(chart, event) {
  const { samples, now, span, unit } = shown.get(chart);
  if (samples.length === 0) return;

  const box = chart.getBoundingClientRect();
  const time = now - span * (1 - (event.clientX - box.left) / box.width);
  const nearest = samples.reduce((best, sample) => Math.abs(sample.time - time) < Math.abs(best.time - time) ? sample : best);
  const x = (width * (1 - (now - nearest.time) / span)).toFixed(1);
  chart.lastChild.setAttribute('d', `M${x},0V${height}`);

  tip.textContent = `${unit(nearest.value)} at ${new Date(nearest.time).toLocaleTimeString()}`;
  tip.hidden = false;
  const left = box.left + (x / width) * box.width;
  tip.style.left = `${Math.max(0, Math.min(left, document.documentElement.clientWidth - tip.offsetWidth))}px`;
  tip.style.top = `${box.top - tip.offsetHeight - 4}px`;
}
