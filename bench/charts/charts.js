// Draws the charts of README.md and docs from the committed results: node charts.js <folder of results> <folder of images>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, textMetrics, View } from 'vega';
import { compile } from 'vega-lite';
import { classColours, colours, contenders, forms, themes } from './looks.js';
import { operations, ratios, requests } from './selection.js';

const [results, folder] = process.argv.slice(2);
const read = name => JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8'));
const result = read('quick-net10.0-x64');

// Without a canvas Vega takes text for wider than any font makes it, and a telephone has no room to give away. A character of DejaVu Sans, which is wide,
// has about this width.
textMetrics.width = (item, text) => 0.6 * textMetrics.height(item) * `${text}`.length;

function measured(scenario, contender) {
  const found = result.scenarios.find(({ name }) => name === scenario)?.contenders.find(({ name }) => name === contender);
  if (!found) throw new Error(`The result has no ${contender} in ${scenario}.`);
  return found;
}

// Everything of one theme: transparent, so that it lies well on any page of that theme.
const config = theme => ({
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  axis: { labelColor: theme.text, titleColor: theme.faint, domainColor: theme.rule, tickColor: theme.rule, gridColor: theme.rule, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal' },
  header: { labelColor: theme.text, labelFontSize: 13, labelFontWeight: 'bold' },
  title: { color: theme.text, subtitleColor: theme.faint, fontSize: 14, subtitleFontSize: 12, anchor: 'start' },
});

const colour = theme => ({
  field: 'pool',
  type: 'nominal',
  legend: null,
  scale: { domain: Object.keys(colours), range: Object.values(colours).map(pair => pair[theme.name]) },
});

// Side by side, or one below the other where there is no room for that. The labels are on the left of each, or of the first.
const parts = (form, charts) => form.isPhone ? { vconcat: charts, spacing: 16 } : { hconcat: charts, spacing: 24 };

const labels = shown => ({ labels: shown, ticks: false, domain: false, labelPadding: 8, labelLimit: 480 });

const bars = (theme, format = '.1f') => [
  { mark: { type: 'bar', height: 14, cornerRadiusEnd: 2 }, encoding: { color: colour(theme) } },
  { mark: { type: 'text', align: 'left', dx: 4, fontSize: 12, color: theme.text }, encoding: { text: { field: 'ns', format } } },
];

// One small chart an operation, one bar a pool: nanoseconds, on one scale.
function rentals(theme, form) {
  const values = operations.flatMap(({ scenario, title }) => contenders
    .filter(({ onlyIn = scenario }) => onlyIn === scenario)
    .map(({ label, pool, name }) => ({ title, label, pool, ns: measured(scenario, name).nanoseconds.median })));
  // The pools are compared within an operation: with one scale for all, the slowest pool of one hides the differences of another.
  const charts = operations.map(({ title }, i) => {
    const shown = values.filter(value => value.title === title);
    return {
      title: { text: title, anchor: 'start', fontSize: 13 },
      width: form.isPhone ? 180 : 170,
      height: { step: 21 },
      data: { values: shown },
      encoding: {
        y: { field: 'label', type: 'nominal', sort: null, scale: form.isPhone ? {} : { domain: contenders.map(({ label }) => label) }, title: null, axis: labels(form.isPhone || i === 0) },
        x: { field: 'ns', type: 'quantitative', title: null, axis: null, scale: { domain: [0, 1.3 * Math.max(...shown.map(({ ns }) => ns))] } },
      },
      layer: bars(theme),
    };
  });
  return { title: heading('Nanoseconds an operation, less is better; each part has its scale', form), ...parts(form, charts), config: config(theme) };
}

// One bar an operation: the time in relation to what PooledGen replaces there. On a telephone its name is above the bar.
function replacements(theme, form) {
  const values = ratios.map(({ title, scenario, ours, rival }) => ({
    title,
    pool: 'PooledGen',
    ratio: measured(scenario, ours).nanoseconds.median / measured(scenario, rival).nanoseconds.median,
  }));
  const below = form.isPhone ? 9 : 0;
  const one = form.isPhone ? { mark: { type: 'tick', size: 18, thickness: 1, yOffset: below }, y: {} } : { mark: { type: 'rule', strokeDash: [4, 3] }, y: { y: null } };
  const name = { mark: { type: 'text', align: 'left', yOffset: -8, fontSize: 12, color: theme.text }, encoding: { x: { value: 0 }, text: { field: 'title' } } };
  return {
    title: heading('Time with PooledGen, where what it replaces takes 1', form),
    width: form.isPhone ? 320 : 330,
    height: { step: form.isPhone ? 38 : 21 },
    data: { values: values.sort((one, other) => one.ratio - other.ratio) },
    encoding: {
      y: { field: 'title', type: 'nominal', sort: null, title: null, axis: form.isPhone ? null : labels(true) },
      x: { field: 'ratio', type: 'quantitative', title: null, scale: { domain: [0, 1.75] }, axis: { values: [0, 0.5, 1, 1.5], grid: !form.isPhone } },
    },
    layer: [
      { mark: { ...one.mark, color: theme.faint }, encoding: { x: { datum: 1 }, ...one.y } },
      { mark: { type: 'bar', height: 14, cornerRadiusEnd: 2, yOffset: below }, encoding: { color: colour(theme) } },
      // In a column, because the dashed line would cross labels at the bars' ends.
      { mark: { type: 'text', align: 'right', fontSize: 12, color: theme.text, yOffset: below }, encoding: { x: { datum: 1.75 }, text: { field: 'ratio', format: '.2f' } } },
      ...(form.isPhone ? [name] : []),
    ],
    config: config(theme),
  };
}

// One small chart a quantile, one bar a pool: nanoseconds of one rent.
function latency(theme, form) {
  const { machine, commit, columns, rows } = read('latency');
  const charts = columns.map(({ name }, i) => {
    const values = rows.map(row => ({ label: row.name, pool: poolOf(row.name), ns: row.values[i] }));
    return {
      title: { text: name, anchor: 'start', fontSize: 13 },
      width: 100,
      height: { step: 21 },
      data: { values },
      encoding: {
        y: { field: 'label', type: 'nominal', sort: null, title: null, axis: labels(form.isPhone || i === 0) },
        x: { field: 'ns', type: 'quantitative', title: null, axis: null, scale: { domain: [0, 1.4 * Math.max(...values.map(({ ns }) => ns))] } },
      },
      layer: bars(theme, ',.0f'),
    };
  });
  return { title: heading('One rent in 16 threads, less is better; each part has a scale of its own', form, { machine, commit }), ...parts(form, charts), config: config(theme) };
}

// "ArrayPool.Shared, second array" is a row of ArrayPool. The clock has the colour of no pool.
function poolOf(row) {
  const pool = row.split(',')[0].replace('.Shared', '');
  return pool in colours ? pool : 'by hand';
}

// Megabytes of each pool, second by second: the first two columns of a table whose rows begin with a number. A process that has ended has no figure.
// A label stands above its pool's point at a second.
function overTime(name, title, labelled, more = () => []) {
  return (theme, form) => {
    const { machine, commit, rows } = read(name);
    const values = rows.filter(row => parseInt(row.name, 10) >= 0).flatMap(({ name, values: [ours, shared] }) => [
      { second: parseInt(name, 10), pool: 'PooledGen', label: 'PooledGen', MB: ours },
      { second: parseInt(name, 10), pool: 'ArrayPool', label: 'ArrayPool.Shared', MB: shared },
    ]).filter(({ MB }) => MB !== null);
    return {
      title: heading(title, form, { machine, commit }),
      width: form.isPhone ? 300 : 560,
      height: 200,
      data: { values },
      encoding: { x: { field: 'second', type: 'quantitative', title: null, axis: { grid: false } }, y: { field: 'MB', type: 'quantitative', title: null } },
      layer: [
        { mark: { type: 'line', interpolate: 'step-after', strokeWidth: 2 }, encoding: { color: colour(theme) } },
        { mark: { type: 'point', filled: true, size: 24 }, encoding: { color: colour(theme) } },
        ...labelled.map(label => note(theme, values.filter(({ pool, second }) => pool === label.pool && second === label.second), label.dx)),
        ...more(theme, values, rows),
      ],
      config: config(theme),
    };
  };
}

// A label in the colour of its pool, beside a point of its line.
const note = (theme, values, dx) => ({
  data: { values },
  mark: { type: 'text', align: 'left', dx, dy: -10, fontSize: 12 },
  encoding: { color: colour(theme), text: { field: 'label' } },
});

const retained = overTime('retained', 'MB of free buffers, by seconds after a burst', [{ pool: 'PooledGen', second: 30, dx: 6 }, { pool: 'ArrayPool', second: 30, dx: 6 }]);

const limitLabels = [{ pool: 'PooledGen', second: 12, dx: 6 }, { pool: 'ArrayPool', second: 11, dx: -100 }];

// The limit is a dashed line, the element types stand at their first second, and the end of a process is said where its line ends.
const memoryLimit = overTime('memory-limit', 'MB of heap under a limit of 200 MB, by seconds; a new element type every five', limitLabels, (theme, values, rows) => {
  const types = rows.map(({ name }) => name.split(', ')).map(([second, type]) => ({ second: Number(second), type, MB: 10 }));
  const end = values.filter(({ pool }) => pool === 'ArrayPool').at(-1);
  return [
    { data: { values: [{ MB: 200 }] }, mark: { type: 'rule', color: theme.faint, strokeDash: [4, 3] }, encoding: { x: null } },
    {
      data: { values: types.filter(({ type }, i) => type !== types[i - 1]?.type) },
      mark: { type: 'text', align: 'left', fontSize: 12, color: theme.faint },
      encoding: { text: { field: 'type' } },
    },
    note(theme, [{ ...end, label: 'OutOfMemoryException' }], -130),
  ];
});

// How much longer than requested a buffer is: arithmetic, and no measurement. The classes are those of src/Shared/Pool/SizeClasses.cs.
function sizeClasses(theme, form) {
  const values = [1, 2, 4].flatMap(perDoubling => requests.map(length => {
    const step = 2 ** Math.floor(Math.log2(length - 1)) / perDoubling;
    return { length, perDoubling: `${perDoubling}`, waste: Math.ceil(length / step) * step / length - 1 };
  }));
  return {
    title: { ...heading('Elements that were not requested, by requested length', form), subtitle: 'SizeClassesPerDoubling 1, 2 and 4' },
    width: form.isPhone ? 290 : 560,
    height: 200,
    data: { values },
    mark: { type: 'line', strokeWidth: 1.5 },
    encoding: {
      x: { field: 'length', type: 'quantitative', title: null, scale: { type: 'log', base: 2, domain: [16, 1024] }, axis: { grid: false, values: form.isPhone ? [16, 64, 256, 1024] : [16, 32, 64, 128, 256, 512, 1024] } },
      y: { field: 'waste', type: 'quantitative', title: null, axis: { format: '.0%' } },
      color: { field: 'perDoubling', type: 'nominal', title: null, legend: { labelColor: theme.text, labelFontSize: 12, orient: form.isPhone ? 'bottom' : 'right' }, scale: { range: classColours.map(pair => pair[theme.name]) } },
    },
    config: config(theme),
  };
}

// The title, and below it where its figures come from.
function heading(text, form, { machine, commit } = result) {
  const { processor, cores, runtime, operatingSystem, date } = machine;
  const origin = `${processor}, ${cores} cores, ${operatingSystem}, ${runtime}, ${date}, commit ${commit.slice(0, 12)}`;
  return { text: lines(text, form.titleCharacters), subtitle: lines(origin, form.originCharacters), offset: 12 };
}

// Breaks a text into lines of so many characters at most.
function lines(text, characters) {
  const broken = [''];
  for (const word of text.split(' ')) {
    const line = `${broken.at(-1)} ${word}`.trim();
    if (line.length <= characters) broken[broken.length - 1] = line;
    else broken.push(word);
  }
  return broken;
}

const charts = { rentals, replacements, latency, retained, 'memory-limit': memoryLimit, 'size-classes': sizeClasses };
for (const [name, chart] of Object.entries(charts)) {
  for (const form of forms) {
    for (const theme of themes) {
      const view = new View(parse(compile(chart(theme, form)).spec), { renderer: 'none' });
      writeFileSync(join(folder, `${name}${form.suffix}-${theme.name}.svg`), `${await view.toSVG()}\n`);
    }
  }
}
