-- Calls of tools that run in a lane of their own (a picture that is drawn), or wait for it. A call lives no longer than its
-- worker.
create table lane_calls (
  id uuid primary key,
  lane text not null,
  worker uuid not null,
  sequence bigint generated always as identity,
  runs boolean not null default false
);

-- Whether the call runs, now that it has asked: first come, first served, so many of a lane at once.
create function enter_lane(p_lane text, p_limit integer, p_call uuid, p_worker uuid) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('calls of lane ' || p_lane));
  delete from lane_calls where lane = p_lane and not is_alive(worker);
  if not is_alive(p_worker) then return false; end if;
  insert into lane_calls (id, lane, worker) values (p_call, p_lane, p_worker) on conflict (id) do nothing;
  update lane_calls c set runs = true
   where c.id = p_call
     and (select count(*) from lane_calls r where r.lane = p_lane and r.runs) < p_limit
     and not exists (select from lane_calls e where e.lane = p_lane and not e.runs and e.sequence < c.sequence);
  return exists (select from lane_calls where id = p_call and runs);
end $$;
