// The router's artefacts are imported as the build imports them: Vite loads the benchmark, too.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./tests/bench/router/main.ts', { configFile: false, logLevel: 'error' });
await module.main(process.argv.slice(2));
