-- What others write into the log through EventStoreDB's protocol: bytes, as they came (server/eventstore/payload.ts), beside
-- an empty jsonb; and streams that take nothing more.
alter table events add column payload bytea;
alter table streams add column closed boolean;

drop function append_events;

-- Takes the appends of one flush, in order, under the counter's lock.
--   streams: names and categories of the distinct streams
--   appends: stream (index into streams), expected revision (-1 no stream, -2 any, -3 stream exists), number of events,
--            owner (of the stream, where this append creates it), whether it closes the stream (null where none does)
--   events: id, type, data, metadata, payload in base64 (null where none has one), in the order of the appends
-- Answers, for every append, whether it was appended (or repeated, or in conflict, or came after the close) and the revision
-- and position of its last event; for a conflict the revision is the stream's head.
create function append_events(
  p_names text[], p_categories text[],
  p_stream integer[], p_expected integer[], p_count integer[], p_users text[], p_conversations text[],
  p_ids uuid[], p_types text[], p_data jsonb, p_metadata jsonb, p_origin text,
  p_closes boolean[], p_payloads text[]
) returns json language plpgsql
-- Its plans never depend on what is asked: making one takes longer than running it.
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_position bigint;
  v_base bigint;
  v_now timestamptz;
  v_stream record;
  v_streams integer[];
  v_heads integer[];
  v_before integer[];
  v_users text[];
  v_conversations text[];
  v_closed boolean[];
  v_repeats boolean;
  v_verdict text[] := '{}';
  v_revision integer[] := '{}';
  v_last bigint[] := '{}';
  v_event_append integer[] := '{}';
  v_first_revision integer[] := '{}';
  v_first_position bigint[] := '{}';
  v_first integer := 1;
  s integer; n integer; e integer; head integer; known integer; known_at integer;
begin
  select position into v_base from store for update;
  v_position := v_base;
  v_now := clock_timestamp();

  for i in 1 .. cardinality(p_names) loop
    select id, revision, user_id, conversation_id, closed into v_stream from streams where name = p_names[i];
    v_streams[i] := v_stream.id;
    v_heads[i] := coalesce(v_stream.revision, -1);
    v_users[i] := v_stream.user_id;
    v_conversations[i] := v_stream.conversation_id;
    v_closed[i] := v_stream.closed;
  end loop;
  v_before := v_heads;

  -- Whether anything is a repeat at all among what may stand anywhere: asked once, not for every append.
  v_repeats := -2 >= any (p_expected) and exists (
    select from unnest(p_ids) as given(id)
      join (select ev.id from unnest(v_streams, v_before) as known(id, head)
              join events ev on ev.stream_id = known.id and ev.revision > known.head - 1024) recent using (id));

  for a in 1 .. cardinality(p_stream) loop
    s := p_stream[a]; n := p_count[a]; e := p_expected[a]; head := v_heads[s];
    known := 0; known_at := null;
    if e >= -1 and e <> head then
      -- The ids that stand where these events would have gone.
      select count(*), max(ev.revision) into known, known_at
        from unnest(p_ids[v_first : v_first + n - 1]) with ordinality as given(id, i)
        join events ev on ev.stream_id = v_streams[s] and ev.revision = e + given.i and ev.id = given.id;
    elsif e < -1 and v_repeats then
      -- A repeat is known among the stream's last 1024 events.
      select count(*), max(ev.revision) into known, known_at
        from events ev where ev.stream_id = v_streams[s] and ev.revision > v_before[s] - 1024
         and ev.id = any (p_ids[v_first : v_first + n - 1]);
    end if;

    if known = n then
      v_verdict := v_verdict || 'repeated'::text;
      v_revision := v_revision || known_at;
      v_last := v_last || (select position from events where stream_id = v_streams[s] and revision = known_at);
    elsif v_closed[s] then
      v_verdict := v_verdict || 'closed'::text;
      v_revision := v_revision || head;
      v_last := v_last || 0::bigint;
    elsif known > 0 or (e >= -1 and e <> head) or (e = -3 and head < 0) then
      v_verdict := v_verdict || 'conflict'::text;
      v_revision := v_revision || head;
      v_last := v_last || 0::bigint;
    else
      v_verdict := v_verdict || 'appended'::text;
      v_revision := v_revision || head + n;
      v_last := v_last || v_position + n;
      if head < 0 then
        v_users[s] := p_users[a];
        v_conversations[s] := p_conversations[a];
      end if;
      if p_closes[a] then v_closed[s] := true; end if;
      v_heads[s] := head + n;
      v_position := v_position + n;
    end if;
    v_first_revision := v_first_revision || head + 1 - v_first;
    v_first_position := v_first_position || v_position - n + 1 - v_first;
    v_event_append := v_event_append || array_fill(a, array[n]);
    v_first := v_first + n;
  end loop;

  if v_position > v_base then
    for i in 1 .. cardinality(p_names) loop
      if v_before[i] >= 0 and v_heads[i] > v_before[i] then
        update streams set revision = v_heads[i], closed = v_closed[i] where id = v_streams[i];
      elsif v_heads[i] > v_before[i] then
        insert into streams (revision, name, category, user_id, conversation_id, closed)
          values (v_heads[i], p_names[i], p_categories[i], v_users[i], v_conversations[i], v_closed[i])
          returning id into v_stream;
        v_streams[i] := v_stream.id;
      end if;
    end loop;
    insert into events (position, recorded_at, stream_id, revision, id, type, data, metadata, payload)
      select v_first_position[e.append] + e.i, v_now, v_streams[p_stream[e.append]], v_first_revision[e.append] + e.i,
             e.id, e.type, e.data, nullif(e.metadata, 'null'), decode(e.payload, 'base64')
        from rows from (unnest(v_event_append), unnest(p_ids), unnest(p_types), jsonb_array_elements(p_data),
                        jsonb_array_elements(p_metadata), unnest(p_payloads))
             with ordinality as e(append, id, type, data, metadata, payload, i)
       where v_verdict[e.append] = 'appended';
    update store set position = v_position;
    perform pg_notify('turnlog_events', p_origin);
  end if;

  return json_build_object('base', v_base, 'recordedAt', v_now, 'verdicts', v_verdict, 'revisions', v_revision,
    'positions', v_last, 'users', v_users, 'conversations', v_conversations);
end $$;
