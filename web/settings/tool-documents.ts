import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';

const tool = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  needsNetwork: z.boolean(),
  isOn: z.boolean(),
  isDenied: z.boolean(),
});
export type Tool = z.infer<typeof tool>;

const toolUse = z.object({ offline: z.boolean(), serverOffline: z.boolean(), tools: z.array(tool) });
const toolUseFields = 'offline serverOffline tools { id name description needsNetwork isOn isDenied }';

export const ToolUseQuery = document(`query ToolUse { toolUse { ${toolUseFields} } }`, z.object({ toolUse }));

export const SetToolUse = document(
  `mutation SetToolUse($input: ToolUseInput!) { setToolUse(input: $input) { ${toolUseFields} } }`,
  z.object({ setToolUse: toolUse }),
);

export const ToolUseOf = document(
  `query ToolUseOf($userId: ID!) { toolUseOf(userId: $userId) { ${toolUseFields} } }`,
  z.object({ toolUseOf: toolUse }),
);

export const DenyTools = document(
  `mutation DenyTools($userId: ID!, $tools: [String!]!) {
    denyTools(userId: $userId, tools: $tools) { ${toolUseFields} }
  }`,
  z.object({ denyTools: toolUse }),
);
