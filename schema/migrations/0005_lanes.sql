-- Each change of a lane is one call, so that its lock spans no client's round trip.

-- Everybody's first before anybody's second, and among those the user who was served longest ago.
create function lane_line(p_lane text)
returns table (turn_id uuid, user_id text, conversation_id uuid, status text, sequence bigint, place integer)
language sql stable as $$
  select w.turn_id, w.user_id, w.conversation_id, w.status, w.sequence,
         row_number() over (order by w.round, coalesce(u.served, 0), w.sequence)::integer
    from (select q.*, row_number() over (partition by q.user_id order by q.sequence) as round
            from turn_queue q where q.lane = p_lane and q.status <> 'running') w
    left join lane_users u on u.lane = p_lane and u.user_id = w.user_id
$$;

-- Keeps a place before the turn is in the log. Answers it, from 1; null where so many of the user's turns wait already.
-- Whoever gets a free slot at once doesn't wait.
create function reserve_turn(
  p_lane text, p_limit integer, p_max_waiting integer, p_turn uuid, p_user text, p_conversation uuid
) returns integer language plpgsql as $$
declare
  v_place integer;
  v_mine integer;
  v_others integer;
  v_running integer;
begin
  perform pg_advisory_xact_lock(hashtext('lane ' || p_lane));
  select place into v_place from lane_line(p_lane) where turn_id = p_turn;
  if found then return v_place; end if;
  select count(*) filter (where status <> 'running' and user_id = p_user),
         count(*) filter (where status <> 'running' and user_id <> p_user),
         count(*) filter (where status = 'running')
    into v_mine, v_others, v_running from turn_queue where lane = p_lane;
  if v_mine >= p_max_waiting + greatest(0, p_limit - v_running - v_others) then return null; end if;
  insert into turn_queue (turn_id, lane, user_id, conversation_id, status)
    values (p_turn, p_lane, p_user, p_conversation, 'reserved');
  select place into v_place from lane_line(p_lane) where turn_id = p_turn;
  return v_place;
end $$;

-- Takes the turns that may run, the first in line first, while there are free slots: those of whose conversation no turn
-- runs or stands before them.
create function claim_turns(p_lane text, p_limit integer)
returns table (turn_id uuid, user_id text, conversation_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_next record;
begin
  perform pg_advisory_xact_lock(hashtext('lane ' || p_lane));
  while (select count(*) from turn_queue where lane = p_lane and status = 'running') < p_limit loop
    select line.* into v_next from lane_line(p_lane) line
     where line.status = 'waiting'
       and not exists (select from turn_queue r where r.status = 'running' and r.conversation_id = line.conversation_id)
       and not exists (select from turn_queue e
                        where e.conversation_id = line.conversation_id and e.sequence < line.sequence)
     order by line.place limit 1;
    exit when not found;
    update turn_queue set status = 'running' where turn_id = v_next.turn_id;
    insert into lane_users (lane, user_id, served)
      values (p_lane, v_next.user_id, (select coalesce(max(served), 0) + 1 from lane_users where lane = p_lane))
      on conflict (lane, user_id) do update set served = excluded.served;
    return query select v_next.turn_id, v_next.user_id, v_next.conversation_id;
  end loop;
end $$;
