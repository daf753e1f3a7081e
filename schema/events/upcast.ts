type Data = Readonly<Record<string, unknown>>;

/**
 * Earlier shapes of an event, brought into today's: what stands in a log is never rewritten. An event whose shape changes
 * gets its line here, which knows the earlier one by what it lacks.
 */
const upcasts: Readonly<Record<string, (data: Data) => Data>> = {
  TurnStarted: (data) => ({ lane: 'chat', ...data }),
  TurnRouted: ({ tier, ...data }) =>
    tier === undefined
      ? data
      : {
          path: data.tool === null ? 'conversational' : 'tier1',
          thresholds: { confident: 0, conversational: 0 },
          models: { embedder: 'unknown', router: null },
          milliseconds: 0,
          ...data,
        },
  ToolReturned: (data) => ({ blob: null, spoken: null, directReply: null, ...data }),
};

/** The data of an event as today's schema has it. */
export const upcast = (type: string, data: object): object => {
  const change = Object.hasOwn(upcasts, type) ? upcasts[type] : undefined;
  return change ? change({ ...data }) : data;
};
