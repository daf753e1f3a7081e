import type { Statement } from './projection.ts';

/**
 * The tree of a conversation's messages, and which branch of it is active. A message stands below its parent; along every
 * branch the (position, ordinal) of messages rises. `active` marks the branch that the latest TurnRequested or
 * BranchSelected made the active one; `chosen` is the position at which a message last came onto it or left it.
 */
export const branchColumns = `
      parent_id uuid,
      active boolean not null,
      chosen bigint not null,`;

/** The first messages of a conversation stand below the conversation itself. */
const PARENT = 'coalesce(parent_id, conversation_id)';

export const branchIndexes = `
    create index messages_branch on messages (conversation_id, position, ordinal) where active;
    create index messages_children on messages (${PARENT}, position, ordinal);`;

// `up` climbs to the nearest message that is active already; `down` follows what was chosen last. All of the active branch
// that stands behind the fork goes, and what was found comes.
const activate = `
  with recursive up as (
    select id, parent_id, position, ordinal, active from messages where id = $2 and conversation_id = $1
    union all
    select m.id, m.parent_id, m.position, m.ordinal, m.active from up join messages m on m.id = up.parent_id
     where not up.active
  ), down as (
    select id from up where id = $2 and $4
    union all
    select next.id from down cross join lateral (
      select id from messages where ${PARENT} = down.id order by active desc, chosen desc limit 1) next
  ), branch as (
    select id from up union select id from down
  ), behind as (
    select id from messages
     where conversation_id = $1 and active and id not in (select id from branch)
       and (position, ordinal) > (coalesce((select position from up where active), 0),
                                  coalesce((select ordinal from up where active), 0::smallint))
  )
  update messages set active = not active, chosen = $3
   where (id in (select id from behind) or (id in (select id from branch) and not active))
     and (not $4 or exists (select from up))`;

type Choice = { readonly conversationId: string | null; readonly position: bigint };

/** The active branch ends at this message, for another to be added; null stands before the first. */
export const endBranchAt = (messageId: string | null, { conversationId, position }: Choice): Statement => ({
  text: activate,
  values: [conversationId, messageId, position, false],
});

/** The active branch goes through this message, and on along what was chosen last below it. */
export const branchThrough = (messageId: string, { conversationId, position }: Choice): Statement => ({
  text: activate,
  values: [conversationId, messageId, position, true],
});

/** The messages that stand at the place of `m`, and those that stand below it, oldest first, as columns of a query. */
export const placeColumns = `
  (select jsonb_agg(s.id order by s.position, s.ordinal) from messages s
    where coalesce(s.parent_id, s.conversation_id) = coalesce(m.parent_id, m.conversation_id)) as siblings,
  (select jsonb_agg(jsonb_build_object('id', c.id, 'turnId', c.turn_id, 'role', c.role, 'active', c.active)
                    order by c.position, c.ordinal)
     from messages c where coalesce(c.parent_id, c.conversation_id) = m.id) as children`;

/** The last message of the active branch, also one whose text is still being written. */
export const branchTipQuery = (conversationId: string): Statement => ({
  text: `select id from messages where conversation_id = $1 and active order by position desc, ordinal desc limit 1`,
  values: [conversationId],
});

/** The turn that brought a message: where to look for it, not whose it is. */
export const turnOfMessageQuery = (messageId: string): Statement => ({
  text: 'select turn_id from messages where id = $1',
  values: [messageId],
});

/** What was said along the branch that ends at a message, that one included, newest first; `total` counts it all. */
export const historyQuery = (conversationId: string, messageId: string | null, limit: number): Statement => ({
  text: `with recursive up as (
           select id, parent_id, shown, 1 as step from messages where id = $2 and conversation_id = $1
           union all
           select m.id, m.parent_id, m.shown, up.step + 1 from up join messages m on m.id = up.parent_id
         ), said as (
           select id, step, count(*) over ()::integer as total from up where shown order by step limit $3
         )
         select role, content, attachments, total from said join messages using (id) order by step`,
  values: [conversationId, messageId, limit],
});
