import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';

export const statuses = ['WAITING', 'RUNNING', 'SUSPENDED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

const number = z.nullable(z.number());
const listedTurn = z.object({
  userId: z.string(),
  username: z.nullable(z.string()),
  waitingMs: number,
  firstTokenMs: number,
  totalMs: number,
  turn: z.object({
    id: z.string(),
    status: z.enum(statuses),
    model: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    createdAt: z.string(),
    usage: z.nullable(z.object({ promptTokens: z.number(), completionTokens: z.number(), estimated: z.boolean() })),
  }),
});
export type ListedTurn = z.infer<typeof listedTurn>;

export const AllTurns = document(
  `query AllTurns($userId: ID, $model: String, $status: TurnStatus, $from: DateTime, $to: DateTime, $after: String) {
    allTurns(first: 50, after: $after, userId: $userId, model: $model, status: $status, from: $from, to: $to) {
      edges { node {
        userId username waitingMs firstTokenMs totalMs
        turn { id status model reason createdAt usage { promptTokens completionTokens estimated } }
      } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({
    allTurns: z.object({
      edges: z.array(z.object({ node: listedTurn })),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
    }),
  }),
);

const loggedEvent = z.object({
  type: z.string(),
  revision: z.number(),
  position: z.string(),
  recordedAt: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type LoggedEvent = z.infer<typeof loggedEvent>;

export const TurnLog = document(
  `query TurnLog($stream: String!, $after: String) {
    events(stream: $stream, first: 200, after: $after) {
      edges { node { type revision position recordedAt data } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({
    events: z.object({
      edges: z.array(z.object({ node: loggedEvent })),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
    }),
  }),
);
