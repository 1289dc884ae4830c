// Asks for pools.json once a second and shows it. What dashboard.html marks with data-figure gets that figure's text, what it marks with
// data-chart gets its line over time. Text is only ever set as text: a pool's name may contain anything.
'use strict';

const interval = 1000;
const remembered = 5 * 60 * 1000;

const units = {
  count: value => value.toLocaleString(),
  rate: value => value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 }),
  percent: value => value.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 1 }),
  bytes(value) {
    const names = ['B', 'KB', 'MB', 'GB', 'TB'];
    const step = value < 1024 ? 0 : Math.min(Math.floor(Math.log2(value) / 10), names.length - 1);
    return `${(value / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${names[step]}`;
  },
};

const byId = id => document.getElementById(id);
const table = byId('pools');
const headings = [...table.tHead.rows[0].cells].map(cell => cell.textContent);

let last = null; // the report before
let rows = new Map(); // by identity of the pool: { element, history }
let paused = false;

async function poll() {
  if (!paused) {
    try {
      show(await ask());
      say(paused ? 'Paused' : 'Live');
    } catch (error) {
      say(`No figures: ${error.message}`);
    }
  }
  setTimeout(poll, interval);
}

async function ask() {
  const response = await fetch('pools.json', { cache: 'no-store', redirect: 'manual' });
  if (response.type === 'opaqueredirect') throw new Error('the server asks for a sign-in; reload this page');
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return await response.json();
}

function show(report) {
  if (last && (last.machine !== report.machine || last.processId !== report.processId)) restart();

  const time = Date.parse(report.time);
  const seconds = last ? (time - Date.parse(last.time)) / 1000 : 0;
  const before = last ? identified(last.pools) : new Map();
  const totals = { rentsPerSecond: 0, inUse: 0, retainedBytes: 0, misuse: 0 };
  const living = new Map();

  for (const [identity, pool] of identified(report.pools)) {
    const earlier = before.get(identity);
    const figures = {
      ...pool,
      lengths: `${units.count(pool.minLength)} to ${units.count(pool.maxLength)} elements`,
      hitShare: pool.rents > 0 ? pool.hits / pool.rents : null,
      rentsPerSecond: earlier && seconds > 0 ? (pool.rents - earlier.rents) / seconds : 0,
    };
    for (const name of ['rentsPerSecond', 'inUse', 'retainedBytes', 'misuse']) totals[name] += figures[name];

    const row = rows.get(identity) ?? { element: newRow(pool), history: [] };
    living.set(identity, row);
    row.history.push({ time, ...figures });
    row.history = row.history.filter(sample => sample.time >= time - remembered);
    fill(row.element, figures);
    for (const chart of row.element.querySelectorAll('[data-chart]')) draw(chart, row.history, time);
  }

  table.tBodies[0].replaceChildren(...[...living.values()].map(row => row.element));
  fill(byId('totals'), totals);
  byId('process').textContent = `Process ${report.processId} on ${report.machine}`;
  rows = living;
  last = report;
}

// Two pools may have the same name: the second one of a name is its second one in every report.
function identified(pools) {
  const result = new Map();
  for (const pool of pools) {
    let nth = 1;
    while (result.has(`${pool.name} ${pool.element} ${nth}`)) nth++;
    result.set(`${pool.name} ${pool.element} ${nth}`, pool);
  }
  return result;
}

function newRow(pool) {
  const element = byId('pool').content.firstElementChild.cloneNode(true);
  [...element.cells].forEach((cell, i) => cell.dataset.label = headings[i]);
  element.querySelector('.name').append(...breakable(pool.name));
  element.querySelector('.element').append(...breakable(pool.element));
  return element;
}

// A long name goes on in the next line behind a dot.
function breakable(name) {
  return name.split(/(?<=\.)/).flatMap(part => [document.createElement('wbr'), part]);
}

function fill(element, figures) {
  for (const target of element.querySelectorAll('[data-figure]')) {
    const value = figures[target.dataset.figure];
    const text = typeof value === 'number' ? units[target.dataset.unit ?? 'count'](value) : value ?? '–';
    if (target.textContent !== text) target.textContent = text; // spares a selection, and a screen reader
    if ('alarm' in target.dataset) target.classList.toggle('alarm', value > 0);
  }
}

// An area under a line, from zero up to the highest value remembered; the right edge is now, the left one a minute ago or more.
function draw(chart, history, now) {
  const name = chart.dataset.chart;
  const width = 200, height = 40;
  const peak = Math.max(...history.map(sample => sample[name]));
  const span = Math.max(now - history[0].time, 60 * 1000);
  const x = sample => (width * (1 - (now - sample.time) / span)).toFixed(1);
  const y = sample => (height - 1 - (peak > 0 ? sample[name] / peak : 0) * (height - 2)).toFixed(1);
  const line = history.map(sample => `${x(sample)},${y(sample)}`).join('L');

  if (!chart.firstChild) {
    chart.setAttribute('viewBox', `0 0 ${width} ${height}`);
    chart.setAttribute('preserveAspectRatio', 'none');
    for (const part of ['area', 'line']) {
      const path = document.createElementNS(chart.namespaceURI, 'path');
      path.setAttribute('class', part);
      chart.append(path);
    }
  }
  chart.children[0].setAttribute('d', `M${x(history[0])},${height}L${line}L${width},${height}Z`);
  chart.children[1].setAttribute('d', `M${line}`);

  const cell = chart.closest('td');
  const unit = units[cell.querySelector('[data-figure]').dataset.unit ?? 'count'];
  cell.querySelector('small').textContent = `peak ${unit(peak)}`;
  chart.setAttribute('aria-label', `${cell.dataset.label} over time`);
}

function restart() {
  last = null;
  rows = new Map();
}

function say(text) {
  const state = byId('state');
  if (state.textContent !== text) state.textContent = text;
  state.classList.toggle('alarm', text.startsWith('No figures'));
}

byId('pause').addEventListener('click', event => {
  paused = !paused;
  event.target.setAttribute('aria-pressed', paused);
  if (paused) say('Paused');
});

poll();
