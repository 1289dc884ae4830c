// Asks for pools.json once a second and shows it.
import { draw } from './charts.js';
import { fill, units } from './figures.js';
import { isRising, isSame, remember, restore, save } from './history.js';
import { labels, show as list } from './list.js';

const interval = 1000;
const patience = 5 * 1000; // with a server that does not answer
const shortest = 60 * 1000; // of the time axis

const byId = id => document.getElementById(id);

let last = null; // the report before
let rows = new Map(); // by identity of the pool: { element, history }
let remembered = new Map(); // by identity of the pool: its history before a reload
let paused = false;

async function poll() {
  if (!paused) {
    try {
      show(await ask());
      say(paused ? 'Paused' : 'Live');
    } catch (error) {
      say(`No figures${last ? ` since ${new Date(last.time).toLocaleTimeString()}` : ''}: ${error.message}`, true);
    }
  }
  setTimeout(poll, interval);
}

async function ask() {
  const response = await fetch('pools.json', { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(patience) });
  if (response.type === 'opaqueredirect') throw new Error('the server asks for a sign-in; reload this page');
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return await response.json();
}

function show(report) {
  if (last && ['machine', 'processId', 'started'].some(name => last[name] !== report[name])) restart();

  const time = Date.parse(report.time);
  const seconds = last ? (time - Date.parse(last.time)) / 1000 : 0;
  const before = last ? identified(last.pools) : new Map();
  const totals = { rentsPerSecond: 0, inUse: 0, inUseBytes: 0, retainedBytes: 0, oversize: 0, oversizeBytes: 0, misuseCount: 0 };
  const living = new Map();

  for (const [identity, pool] of identified(report.pools)) {
    const namesake = before.get(identity);
    const earlier = namesake && isSame(namesake, pool) ? namesake : null;
    const row = rows.get(identity) ?? { element: newRow(pool), history: remembered.get(identity) ?? [] };
    row.figures = {
      ...pool,
      lengths: `${units.count(pool.minLength)} to ${units.count(pool.maxLength)} elements`,
      hitShare: pool.rents > 0 ? pool.hits / pool.rents : null,
      rentsPerSecond: earlier && seconds > 0 ? (pool.rents - earlier.rents) / seconds : null,
      reserved: reserved(pool),
    };
    for (const name of Object.keys(totals)) totals[name] += row.figures[name];
    row.history = remember(namesake && !earlier ? [] : row.history, { time, ...row.figures });
    living.set(identity, row);
  }

  const start = Math.min(time, ...[...living.values()].map(row => row.history[0].time));
  const span = Math.max(time - start, shortest);
  for (const { element, history, figures } of living.values()) {
    fill(element, figures);
    for (const chart of element.querySelectorAll('[data-chart]')) draw(chart, history, time, span);
    element.querySelector('.rising').hidden = !isRising(history);
  }

  list([...living.values()]);
  showTable('budgets', 'budget', report.budgets ?? []);
  showTable('arrays', 'array', report.arrayPools ?? []);
  fill(byId('totals'), { ...totals, reserved: reserved(report), uptime: (time - Date.parse(report.started)) / 1000 });
  byId('process').textContent = `Process ${report.processId} on ${report.machine}: ${described(report.settings)}`;
  byId('ignored').textContent = report.settings.ignored.join('\n');
  byId('axis').textContent = units.duration(Math.round(span / 1000));
  rows = living;
  remembered = new Map();
  last = report;
}

// A table without charts, for the budgets and for the pools of .NET. It is hidden while it has no row.
function showTable(section, template, rows) {
  byId(section).hidden = rows.length === 0;
  const body = byId(section).querySelector('tbody');
  while (body.rows.length > rows.length) body.deleteRow(-1);
  while (body.rows.length < rows.length) body.append(byId(template).content.firstElementChild.cloneNode(true));
  rows.forEach((figures, i) => fill(body.rows[i], figures));
}

const reserved = ({ reservedBytes, maxRetainedBytes }) =>
  maxRetainedBytes === null ? units.bytes(reservedBytes) : `${units.bytes(reservedBytes)} of ${units.bytes(maxRetainedBytes)}`;

const described = ({ trimPeriodSeconds, checkedMode, samplesPerSecond }) => [
  trimPeriodSeconds > 0 ? `idle trimming every ${units.duration(trimPeriodSeconds)}` : 'no idle trimming',
  checkedMode ? 'checked mode' : samplesPerSecond > 0 ? `sampling ${units.persecond(samplesPerSecond)}` : 'no checks',
].join(', ');

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
  [...element.cells].forEach((cell, i) => cell.dataset.label = labels[i]);
  element.cells[0].title = `${pool.name} (${pool.element})`;
  element.querySelector('.name').append(...breakable(pool.name));
  element.querySelector('.element').append(...breakable(pool.element));
  return element;
}

// A long name goes on in the next line after a dot or "<". A part that is longer than a line is broken between its words.
function breakable(name) {
  return name.split(/(?<=[.<])/).map(part => {
    const element = document.createElement('span');
    element.append(...part.split(/(?<=[\p{Ll}\d])(?=\p{Lu})/u).flatMap(word => [document.createElement('wbr'), word]));
    return element;
  });
}

function restart() {
  last = null;
  rows = new Map();
  remembered = new Map();
}

// Figures of a server that does not answer are dimmed.
function say(text, isStale = false) {
  const state = byId('state');
  if (state.textContent !== text) state.textContent = text;
  state.classList.toggle('alarm', isStale);
  document.body.classList.toggle('stale', isStale);
}

byId('pause').addEventListener('click', event => {
  paused = !paused;
  event.target.setAttribute('aria-pressed', paused);
  if (paused) say('Paused');
});

// Before the first answer there are no rows yet, and the histories are those that the page restored.
addEventListener('pagehide', () => save({ last, histories: [...remembered, ...[...rows].map(([identity, { history }]) => [identity, history])] }));

const saved = restore();
if (saved?.last) {
  last = saved.last;
  remembered = new Map(saved.histories);
}
poll();
