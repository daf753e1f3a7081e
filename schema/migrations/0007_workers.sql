-- A process that runs turns or keeps read models lives until its lease ends, by the database's clock. What it holds (turns,
-- leads) it holds by its row alone: once that has ended or is gone, anybody may take it.
create table workers (
  id uuid primary key,
  lease_until timestamptz not null
);

create function is_alive(p_worker uuid) returns boolean language sql stable as $$
  select exists (select from workers where id = p_worker and lease_until > clock_timestamp())
$$;

create function beat(p_worker uuid, p_lease_ms integer) returns void language sql as $$
  delete from workers where lease_until < clock_timestamp() - interval '1 day';
  insert into workers (id, lease_until) values (p_worker, clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0))
    on conflict (id) do update set lease_until = excluded.lease_until
$$;

-- What one process does for all.
create table leads (
  name text primary key,
  worker uuid not null
);

-- Whether the worker leads, now that it has asked: it does where nobody else who lives does.
create function take_lead(p_name text, p_worker uuid) returns boolean language plpgsql as $$
begin
  if not is_alive(p_worker) then return false; end if;
  insert into leads (name, worker) values (p_name, p_worker)
    on conflict (name) do update set worker = excluded.worker
    where leads.worker <> excluded.worker and not is_alive(leads.worker);
  return exists (select from leads where name = p_name and worker = p_worker);
end $$;

alter table turn_queue add column worker uuid;

drop function claim_turns(text, integer);

-- Takes the turns that may run, the first in line first, while there are free slots: those of whose conversation no turn
-- runs or stands before them. A slot stays taken until its turn has ended, whoever runs it.
create function claim_turns(p_lane text, p_limit integer, p_worker uuid)
returns table (turn_id uuid, user_id text, conversation_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_next record;
begin
  perform pg_advisory_xact_lock(hashtext('lane ' || p_lane));
  if not is_alive(p_worker) then return; end if;
  while (select count(*) from turn_queue where lane = p_lane and status = 'running') < p_limit loop
    select line.* into v_next from lane_line(p_lane) line
     where line.status = 'waiting'
       and not exists (select from turn_queue r where r.status = 'running' and r.conversation_id = line.conversation_id)
       and not exists (select from turn_queue e
                        where e.conversation_id = line.conversation_id and e.sequence < line.sequence)
     order by line.place limit 1;
    exit when not found;
    update turn_queue set status = 'running', worker = p_worker where turn_id = v_next.turn_id;
    insert into lane_users (lane, user_id, served)
      values (p_lane, v_next.user_id, (select coalesce(max(served), 0) + 1 from lane_users where lane = p_lane))
      on conflict (lane, user_id) do update set served = excluded.served;
    return query select v_next.turn_id, v_next.user_id, v_next.conversation_id;
  end loop;
end $$;

-- Takes over turns whose worker has died, with their slots.
create function take_over_turns(p_worker uuid)
returns table (turn_id uuid, user_id text, conversation_id uuid, lane text) language sql as $$
  update turn_queue q set worker = p_worker
   where is_alive(p_worker)
     and q.turn_id in (select o.turn_id from turn_queue o
                        where o.status = 'running' and (o.worker is null or not is_alive(o.worker))
                        for update skip locked)
  returning q.turn_id, q.user_id, q.conversation_id, q.lane
$$;
