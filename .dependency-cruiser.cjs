// Arrows point down only: who may import whom. What a layer's line doesn't allow is an error.
const folder = (name) => `^${name}/`;
const schema = folder('schema');
const projections = folder('projections');
const errors = '^server/errors\\.ts$';
const log = '^server/log\\.ts$';
const process = '^server/process\\.ts$';
const listen = '^server/listen\\.ts$';
const time = '^server/time\\.ts$';
const sqlPort = '^server/sql/sql\\.ts$';
// What the adapters look like from outside; only app.ts, the wiring and cli.ts open them.
const ports =
  '^server/(eventstore/(event-store|handle-command|pages)|providers/(provider|embedder|index)|tools/(tool|sources|index)|sql/sql)\\.ts$';
const deciders = '^server/(turn|conversation|user|settings)/';
const payload = '^server/eventstore/payload\\.ts$';
const generation = folder('server/generation');
const commands = folder('server/commands');
const processors = folder('server/processors');
const auth = folder('server/auth');
const analysis = folder('server/analysis');
const door = (name) => [
  schema,
  projections,
  errors,
  log,
  time,
  ports,
  commands,
  processors,
  generation,
  auth,
  analysis,
  folder(name),
];

const layers = {
  schema: [schema],
  projections: [schema, projections],
  web: [schema, folder('web')],
  'server/errors\\.ts': [],
  'server/log\\.ts': [],
  'server/time\\.ts': [],
  'server/process\\.ts': [],
  'server/listen\\.ts': [errors],
  'server/failure\\.ts': [errors, log],
  'server/config\\.ts': [
    schema,
    errors,
    '^server/auth/(username|password-policy)\\.ts$',
    '^server/tools/sources\\.ts$',
  ],
  'server/(turn|conversation|user|settings)': [schema, errors, deciders],
  'server/sql': [errors, process, folder('server/sql')],
  'server/eventstore': [schema, errors, time, sqlPort, folder('server/eventstore')],
  'server/providers': [schema, errors, time, sqlPort, folder('server/providers')],
  'server/tools': [schema, errors, folder('server/tools')],
  'server/auth': [schema, errors, time, sqlPort, auth],
  'server/generation': [schema, projections, errors, log, time, ports, deciders, generation],
  'server/commands': [schema, errors, ports, deciders, generation, commands],
  'server/processors': [schema, projections, errors, log, time, ports, deciders, generation, commands, processors],
  'server/analysis': [schema, projections, errors, ports, processors, auth, analysis],
  'server/metrics': [schema, errors, log, time, ports, processors, folder('server/metrics')],
  'server/graphql': door('server/graphql'),
  'server/rest': door('server/rest'),
  'server/gateway': [...door('server/gateway'), payload, listen],
  'server/audit': [...door('server/audit'), process],
  'server/openapi': [...door('server/openapi'), folder('server/rest'), folder('server/audit')],
};

const layerRule = ([name, allowed]) => ({
  name: `layer ${name.replaceAll('\\', '')}`,
  severity: 'error',
  from: { path: `^${name}(/|$)` },
  to: { path: '^(schema|projections|server|web|tests|infra)/', pathNot: allowed },
});

const pure = ['^schema/', '^projections/', deciders];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-is-found', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '(^|/)dist/' } },
    ...Object.entries(layers).map(layerRule),
    {
      name: 'every-folder-has-a-layer',
      severity: 'error',
      from: {},
      to: {
        path: '^server/',
        pathNot: ['^server/(app\\.ts$|wiring/)', ...Object.keys(layers).map((name) => `^${name}(/|$)`)],
      },
    },
    {
      name: 'only-entries-wire',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/((main|cli|app)\\.ts$|wiring/)' },
      to: { path: '^server/(app\\.ts$|config\\.ts$|wiring/)' },
    },
    {
      name: 'only-entries-give-out-time',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/((main|cli|app)\\.ts$|wiring/)' },
      to: { path: time, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { pathNot: '^tests/|^vitest\\.config\\.ts$' },
      to: { path: '^tests/' },
    },
    {
      name: 'pure-layers-import-zod-alone',
      severity: 'error',
      from: { path: pure },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      from: { path: '^web/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-server-runs-without-dev-dependencies',
      severity: 'error',
      from: { path: '^(schema|projections|server)/.*\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm', 'type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
