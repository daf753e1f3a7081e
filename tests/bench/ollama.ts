import { startFakeOllama } from '../support/fake-ollama.ts';

// A process of its own: the fake Ollama on the port that is its argument.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
await startFakeOllama({ port: Number(process.argv[2]) });
