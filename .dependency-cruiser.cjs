// Arrows point down only: who may import whom. One rule a layer; anything not allowed is an error.
const layer = (name, path, allowed) => ({
  name,
  severity: 'error',
  from: { path },
  to: { path: '^(schema|projections|server|web|tests|infra)/', pathNot: [path, ...allowed] },
});

const schema = '^schema/';
const errors = '^server/errors\\.ts$';
const ports = '^server/(eventstore/(event-store|handle-command)|providers/(provider|index)|sql/sql)\\.ts$';
const deciders = '^server/(turn|conversation)/';
const lower = [schema, '^projections/', errors, ports, deciders, '^server/sql/', '^server/log\\.ts$'];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphan-tests-in-product', severity: 'error', from: { pathNot: '^tests/' }, to: { path: '^tests/' } },
    {
      name: 'no-dev-dependencies-in-server',
      severity: 'error',
      from: { path: '^(schema|projections|server)/.*\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'] },
    },
    {
      name: 'schema-imports-zod-alone',
      severity: 'error',
      from: { path: schema },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
    },
    layer('schema', schema, []),
    layer('projections', '^projections/', [schema]),
    layer('web', '^web/', [schema]),
    layer('deciders', deciders, [schema, errors]),
    layer('eventstore', '^server/eventstore/', [schema, '^server/sql/', errors]),
    layer('providers', '^server/providers/', [schema, '^server/sql/', errors]),
    layer('processors', '^server/processors/', [...lower, '^server/generation/']),
    layer('generation', '^server/generation/', [...lower]),
    layer('doors', '^server/(graphql|rest)/', [
      ...lower,
      '^server/(processors|generation|auth)/',
      '^server/graphql/',
      '^server/rest/',
    ]),
    {
      name: 'graphql-and-rest-are-apart',
      severity: 'error',
      from: { path: '^server/graphql/' },
      to: { path: '^server/rest/' },
    },
    {
      name: 'rest-and-graphql-are-apart',
      severity: 'error',
      from: { path: '^server/rest/' },
      to: { path: '^server/graphql/' },
    },
    {
      name: 'only-app-opens-adapters',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(app|cli|main|(eventstore|providers|sql)/.*)\\.ts$' },
      to: { path: '^server/(eventstore|providers|sql)/', pathNot: [ports] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
