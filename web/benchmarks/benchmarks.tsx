import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { Page, Wrong } from '../ui/page.tsx';
import { ChatBenchmark } from './chat-benchmark.tsx';
import { ModelsQuery } from './documents.ts';
import { RouterBenchmark } from './router-benchmark.tsx';

/** Measures the server's own model and router, and draws what came of it. */
export const Benchmarks = ({ api }: PageProps) => {
  const { data, error } = useQuery(api, ModelsQuery);
  const models = data?.models ?? [];
  return (
    <Page
      name="Benchmarks"
      wide
      intro="What turns use is measured as turns use it: the models, the prompt, the router. One benchmark runs at a time, and leaving the page ends it."
    >
      <Wrong>{error}</Wrong>
      <ChatBenchmark models={models} />
      <RouterBenchmark models={models} />
    </Page>
  );
};
