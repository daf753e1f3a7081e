-- A turn that waits for a person holds no slot, and keeps its place before the later turns of its conversation.
alter table turn_queue drop constraint turn_queue_status_check;
alter table turn_queue add constraint turn_queue_status_check
  check (status in ('reserved', 'waiting', 'running', 'suspended'));

-- Everybody's first before anybody's second, and among those the user who was served longest ago.
create or replace function lane_line(p_lane text)
returns table (turn_id uuid, user_id text, conversation_id uuid, status text, sequence bigint, place integer)
language sql stable as $$
  select w.turn_id, w.user_id, w.conversation_id, w.status, w.sequence,
         row_number() over (order by w.round, coalesce(u.served, 0), w.sequence)::integer
    from (select q.*, row_number() over (partition by q.user_id order by q.sequence) as round
            from turn_queue q where q.lane = p_lane and q.status in ('reserved', 'waiting')) w
    left join lane_users u on u.lane = p_lane and u.user_id = w.user_id
$$;

-- Keeps a place before the turn is in the log. Answers it, from 1; null where so many of the user's turns wait already.
-- Whoever gets a free slot at once doesn't wait: that can be no turn whose conversation has another one running or before it.
create or replace function reserve_turn(
  p_lane text, p_limit integer, p_max_waiting integer, p_turn uuid, p_user text, p_conversation uuid
) returns integer language plpgsql as $$
declare
  v_place integer;
  v_held integer;   -- the user's that wait for their own conversation
  v_ready integer;  -- the user's that any slot would do
  v_others integer;
  v_running integer;
  v_slots integer;
begin
  perform pg_advisory_xact_lock(hashtext('lane ' || p_lane));
  select place into v_place from lane_line(p_lane) where turn_id = p_turn;
  if found then return v_place; end if;
  select count(*) filter (where user_id = p_user and held), count(*) filter (where user_id = p_user and not held),
         count(*) filter (where user_id <> p_user and not held)
    into v_held, v_ready, v_others
    from (select q.user_id,
                 exists (select from turn_queue e where e.conversation_id = q.conversation_id and e.turn_id <> q.turn_id
                            and (e.status = 'running' or e.sequence < q.sequence)) as held
            from turn_queue q where q.lane = p_lane and q.status in ('reserved', 'waiting')) waiting;
  select count(*) into v_running from turn_queue where lane = p_lane and status = 'running';
  v_slots := greatest(0, p_limit - v_running - v_others);
  if exists (select from turn_queue where conversation_id = p_conversation) then
    v_held := v_held + 1;
  else
    v_ready := v_ready + 1;
  end if;
  if v_held + greatest(0, v_ready - v_slots) > p_max_waiting then return null; end if;
  insert into turn_queue (turn_id, lane, user_id, conversation_id, status)
    values (p_turn, p_lane, p_user, p_conversation, 'reserved');
  select place into v_place from lane_line(p_lane) where turn_id = p_turn;
  return v_place;
end $$;
