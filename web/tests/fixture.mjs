// Documents for the tests of the page. Their numbers are closed forms, so that a test can say what
// the page must show:
//
//   energy loss of law l at x     loss(l, x) = (l + 1)/100 · (sin x + 0.4)   [J]
//   contact 0, normal velocity    0.1 (l + 1) x²       contact 1:  0.2 + 0.01 l
//
// Contact 0 rests for |x| < 0.5, slides for 0.5 <= |x| < 1 and rebounds beyond, untouched for x > 0.

export const verdicts = ["unique", "ambiguous", "jammed", "inconsistent"];
export const outcomes = ["rests", "slides", "rebounds"];
export const lawNames = ["kinematic", "kinetic", "energetic", "whittaker", "brach"];

export const loss = (law, x) => ((law + 1) / 100) * (Math.sin(x) + 0.4);
export const normal = (law, x) => 0.1 * (law + 1) * x * x;
export const outcome = (x) => (Math.abs(x) < 0.5 ? 0 : Math.abs(x) < 1 ? 1 : 2);

export const linear = (from, to, count) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

const base64 = (array) => Buffer.from(array.buffer).toString("base64");
const packed = {
  numbers: (values) => ({ f32: base64(Float32Array.from(values, (v) => v ?? NaN)) }),
  wide: (values) => ({ f64: base64(Float64Array.from(values, (v) => v ?? NaN)) }),
  codes: (values) => ({ u8: base64(Uint8Array.from(values, (v) => v ?? 255)) }),
};
const plain = { numbers: (v) => v, wide: (v) => v, codes: (v) => v };

/** A two-link arch over x: one contact rests at the origin, the other strikes. */
function stop(point, x, laws) {
  const knee = [Math.sin(x) * 0.8, 1];
  const foot = [1.2 + 0.2 * x, 0];
  return {
    point,
    base: [0, 0],
    links: [
      [0, 0, ...knee],
      [...knee, ...foot],
    ],
    centres: [
      [knee[0] / 2, 0.5],
      [(knee[0] + foot[0]) / 2, 0.5],
    ],
    masses: [knee],
    surfaces: [[0, 0, 0]],
    contacts: [
      [0, 0, 0, 0],
      [...foot, 0, 0],
    ],
    joints: [knee],
    before: [[0.1, -0.1]],
    after: laws.map((_, l) => [[0.05 * l, 0.1]]),
    accounts: laws.map((law) => ({
      stages: [
        `Compression by ${law} at stop ${point}. Ends: end of compression.`,
        "Restitution. Ends: end of impact.",
      ],
      notes: law === "kinematic" ? ["A note by kinematic."] : [],
    })),
  };
}

/**
 * A sweep section over one, two or three axes (x, then y, then z; y scales the loss, z adds 0.001).
 * With `odd`, points 3 to 5 are ambiguous by the second law, 6 and 7 jammed by it, point 8
 * inconsistent by the third, and point 10 is a hole.
 */
export function sweep({
  counts = [41],
  laws = lawNames,
  odd = false,
  pack = false,
  stopsEvery = 1,
  ...more
} = {}) {
  const form = pack ? packed : plain;
  const xs = linear(-1.5, 1.5, counts[0]);
  const ys = counts[1] ? linear(0.5, 1.5, counts[1]) : [1];
  const zs = counts[2] ? linear(0, 2, counts[2]) : [0];
  const points = xs.flatMap((x) => ys.flatMap((y) => zs.map((z) => [x, y, z])));
  const isHole = (p) => odd && p === 10;
  const verdict = (l, p) =>
    isHole(p)
      ? null
      : odd && l === 1 && p >= 3 && p <= 5
        ? 1
        : odd && l === 1 && (p === 6 || p === 7)
          ? 2
          : odd && l === 2 && p === 8
            ? 3
            : 0;
  const column = (l, f) =>
    points.map((point, p) => (verdict(l, p) === null || verdict(l, p) > 1 ? null : f(...point)));
  const axes = [{ parameter: "phi", unit: "rad", angular: true, values: form.wide(xs) }];
  if (counts[1]) axes.push({ parameter: "e", values: form.wide(ys) });
  if (counts[2]) axes.push({ parameter: "height", unit: "m", values: form.wide(zs) });
  const boundaries = counts[1]
    ? []
    : laws.flatMap((law) => [
        {
          parameter: "phi",
          at: -1,
          kind: "outcome",
          law,
          contact: "A0",
          below: "rebounds",
          above: "slides",
        },
        {
          parameter: "phi",
          at: -0.5,
          kind: "outcome",
          law,
          contact: "A0",
          below: "slides",
          above: "rests",
        },
        {
          parameter: "phi",
          at: 0.5,
          kind: "outcome",
          law,
          contact: "A0",
          below: "rests",
          above: "slides",
        },
        {
          parameter: "phi",
          at: 1,
          kind: "outcome",
          law,
          contact: "A0",
          below: "slides",
          above: "rebounds",
        },
        {
          parameter: "phi",
          at: Math.asin(-0.4),
          kind: "energy",
          law,
          below: "made",
          above: "lost",
        },
      ]);
  return {
    kind: "sweep",
    title: "A sweep for tests",
    scenario: { name: "test.toml", text: 'title = "<b>&amp; </script><!-- not markup"\n' },
    parameters: { mu: 0.5 },
    axes,
    statuses: ["solved", "asin of 1.2 is not finite"],
    status: form.codes(points.map((_, p) => (isHole(p) ? 1 : 0))),
    verdicts,
    outcomes,
    histories: ["sticks", "slides- then sticks"],
    contacts: [
      {
        name: "A0",
        role: "resting",
        velocity_before: {
          t: form.numbers(points.map(() => 0)),
          n: form.numbers(points.map(() => 0)),
        },
      },
      {
        name: "Ac",
        role: "colliding",
        velocity_before: {
          t: form.numbers(points.map(() => 0.1)),
          n: form.numbers(points.map(() => -0.4)),
        },
      },
    ],
    kinetic_energy_before: form.numbers(points.map(() => 0.05)),
    laws: laws.map((name, l) => ({
      name,
      verdict: form.codes(points.map((_, p) => verdict(l, p))),
      energy_loss: form.numbers(column(l, (x, y, z) => loss(l, x) * y + 0.001 * z)),
      history: form.codes(column(l, (x) => (x < 0 ? 0 : 1))),
      contacts: [
        {
          velocity_after: {
            t: form.numbers(column(l, (x) => 0.1 * x)),
            n: form.numbers(column(l, (x) => normal(l, x))),
          },
          impulse: {
            t: form.numbers(column(l, (x) => -0.01 * x)),
            n: form.numbers(column(l, (x) => 0.05 * Math.cos(x))),
          },
          outcome: form.codes(column(l, outcome)),
          interacted: form.codes(column(l, (x) => (x > 1 ? 0 : 1))),
        },
        {
          velocity_after: {
            t: form.numbers(column(l, () => 0.01)),
            n: form.numbers(column(l, () => 0.2 + 0.01 * l)),
          },
          impulse: {
            t: form.numbers(column(l, () => 0)),
            n: form.numbers(column(l, (x) => 0.3 + 0.05 * x)),
          },
          outcome: form.codes(column(l, () => 2)),
          interacted: form.codes(column(l, () => 1)),
        },
      ],
    })),
    boundaries,
    mechanism: {
      base: "free",
      links: [{ name: "left" }, { name: "right", massless: true }],
      masses: [0.5],
      surfaces: [{ name: "floor" }],
      contact_surfaces: [0, 0],
    },
    stops: points.flatMap(([x], p) => (p % stopsEvery === 0 ? [stop(p, x, laws)] : [])),
    ...more,
  };
}

export function report(sections, title = "A report for tests") {
  return { format: 1, carom: "0.1.0", title, sections };
}

/** A table of three rows: b = a², one cell empty, the second row and one cell marked. */
export function table(more = {}) {
  return {
    kind: "table",
    title: "A table for tests",
    columns: [
      { name: "pair" },
      { name: "a", unit: "m", group: "measured" },
      { name: "b", unit: "m²", group: "measured" },
      { name: "reason" },
    ],
    rows: [
      ["SS", 3, 9, "plain"],
      ["SW, wide", 1.5, 2.25, "impossible: momentum after is 2.2 times that before the impact"],
      ["WR", 10, null, '"quoted"'],
    ],
    marks: [
      { row: 1, mark: "bad", note: "impossible" },
      { row: 0, column: 2, mark: "good", note: "agrees" },
    ],
    ...more,
  };
}

/**
 * Three panels: y = x² with points at whole x that have a spread, over a region below and above
 * y = x; a loop (a circle) with its area shaded and equal axes, and a family of thin lines; an
 * image of sin(x)·t.
 */
export function panels(more = {}) {
  const xs = linear(0, 3, 61);
  const turn = linear(0, 2 * Math.PI, 91);
  const edges = linear(0, 6, 31);
  const times = linear(0, 2, 21);
  const middles = (list) => list.slice(1).map((v, i) => (v + list[i]) / 2);
  const plane = linear(0, 9, 31);
  const across = linear(0, 3, 31);
  return {
    kind: "figure",
    title: "A figure for tests",
    caption: "Three panels.",
    panels: [
      {
        title: "Curve over regions",
        x: { label: "time", unit: "s" },
        y: { label: "force", unit: "N" },
        series: [
          { name: "ours", x: xs, y: xs.map((x) => x * x) },
          {
            name: "measured",
            x: [0, 1, 2, 3],
            y: [0.2, 1.1, 3.9, 8.8],
            spread: [0.1, 0.2, 0.3, 0.4],
            drawn: "points",
          },
        ],
        cells: {
          label: "what happens",
          x: across,
          y: plane,
          values: middles(plane).flatMap((y) => middles(across).map((x) => (y > 3 * x ? 0 : 1))),
          words: ["leaves", "pressed"],
        },
      },
      {
        title: "Loop",
        x: { label: "indentation", unit: "µm" },
        y: { label: "width", unit: "µm" },
        equal: true,
        series: [
          {
            name: "loop",
            x: turn.map((a) => 2 * Math.cos(a)),
            y: turn.map(Math.sin),
            shaded: "inside",
          },
          ...[1, 2, 3].map((k) => ({
            name: "segments",
            detail: `segment ${k}`,
            thin: true,
            x: [-2, 2],
            y: [k / 4, -k / 4],
          })),
        ],
      },
      {
        title: "Wave",
        x: { label: "place", unit: "m" },
        y: { label: "time", unit: "s" },
        cells: {
          label: "velocity",
          unit: "m/s",
          x: edges,
          y: times,
          values: middles(times).flatMap((t) => middles(edges).map((x) => t * Math.sin(x))),
        },
      },
    ],
    ...more,
  };
}

/** The height of the disc's rim above the floor, m: falls from 1.25, leaves with half its speed at
 * 0.5 s, and stays from 1 s on (g = 10 m/s²). */
export const fallen = (t) =>
  t < 0.5 ? 1.25 - 5 * t * t : t < 1 ? 2.5 * (t - 0.5) - 5 * (t - 0.5) ** 2 : 0;

/**
 * A disc of radius 0.1 and 1 kg that bounces once and then rests, going to the right with 0.2 m/s;
 * a pendulum of one link hangs from it. Beside it, in ms: how high it is.
 */
export function motion(more = {}) {
  const times = [...linear(0, 2, 41), 0.5, 1].sort((a, b) => a - b);
  const rests = (i) => times[i] > 1 || (times[i] === 1 && times[i + 1] !== 1);
  const radius = 0.1;
  const rim = linear(0, 2 * Math.PI, 33).slice(0, -1);
  return {
    kind: "motion",
    title: "A motion for tests",
    caption: "A disc that bounces once.",
    base: {
      kind: "free",
      at: { x: times.map((t) => 0.2 * t), y: times.map((t) => radius + fallen(t)) },
    },
    time: times,
    links: [
      { name: "disc", length: 0, centre: [0, 0], angle: times.map((t) => -2 * t) },
      {
        name: "arm",
        parent: 0,
        attach: [0, 0],
        length: 0.3,
        centre: [0.15, 0],
        angle: times.map((t) => Math.sin(t)),
      },
    ],
    masses: [{ link: 1, at: [0.3, 0], mass: 0.1 }],
    surfaces: [{ name: "floor", kind: "fixed", point: [0, 0], angle: 0 }],
    contacts: [
      {
        name: "rim",
        link: 0,
        surface: 0,
        at: [0, 0],
        outline: rim.map((a) => [radius * Math.cos(a), radius * Math.sin(a)]),
        touching: { x: times.map((t) => 0.2 * t), y: times.map(fallen) },
        mode: times.map((_, i) => (rests(i) ? 2 : 0)),
        gap: times.map(fallen),
        force: {
          t: times.map((_, i) => (rests(i) ? 1 : 0)),
          n: times.map((_, i) => (rests(i) ? (times[i] === 1 ? null : 10) : 0)),
        },
      },
    ],
    modes: ["apart", "touches without force", "sticks", "slides along +t", "slides along −t"],
    events: [
      { time: 0.5, kind: "impact", contact: 0, words: "7.5 N s", impulses: [[0, 7.5]] },
      { time: 1, kind: "impact", contact: 0, words: "2.5 N s", impulses: [[-0.1, 2.5]] },
      { time: 1, kind: "contact", contact: 0, words: "sticks, pressed with 10 N" },
    ],
    beside: {
      kind: "figure",
      title: "Height",
      panels: [
        {
          x: { label: "time", unit: "ms", per_second: 1000 },
          y: { label: "height", unit: "m" },
          series: [{ name: "rim", x: times.map((t) => 1000 * t), y: times.map(fallen) }],
        },
      ],
    },
    ...more,
  };
}
