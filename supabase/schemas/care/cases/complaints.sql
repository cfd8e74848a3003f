-- Complaints: what a customer is unhappy about, and how the bank has answered so far.

insert into private.ledger_accounts (id, name) values ('00000000-0000-0000-0000-00000000000c', 'redress');

create table private.complaints (
  id uuid primary key references private.cases (id) on delete cascade,
  topic text not null constraint complaints_topic_check check (topic in ('payment', 'card', 'app', 'person', 'other')),
  said text not null constraint complaints_said_check check (char_length(said) between 1 and 500 and private.is_clean(said)),
  wish text constraint complaints_wish_check check (char_length(wish) between 1 and 500 and private.is_clean(wish)),
  transaction_id uuid,
  marked_by uuid,
  chat_id uuid,
  is_payment boolean not null,
  summary_due_at timestamptz not null,
  holding_response_at timestamptz,
  reopened_at timestamptz,
  outcome text
    constraint complaints_outcome_check check (outcome in ('resolved', 'upheld', 'partly_upheld', 'not_upheld')),
  response text
    constraint complaints_response_check check (char_length(response) between 1 and 500 and private.is_clean(response)),
  redress private.money,
  redress_paid private.money not null default 0
);
comment on table private.complaints is 'What customers are unhappy about. The clock, the timeline and the letters are those of the case.';
comment on column private.complaints.transaction_id is 'The payment that it is about, if the customer chose one. No foreign key: complaints outlive payments.';
comment on column private.complaints.marked_by is 'The agent who marked the chat. Null: the customer complained. No foreign key.';
comment on column private.complaints.chat_id is 'The chat that the agent marked. No foreign key: complaints outlive chats.';
comment on column private.complaints.is_payment is 'Whether the shorter time of complaints about payments counts.';
comment on column private.complaints.summary_due_at is 'Until when a summary resolution communication can settle it: the first moment of the next day.';
comment on column private.complaints.holding_response_at is 'When the holding response was sent. It can be sent once.';
comment on column private.complaints.reopened_at is 'When the customer reopened it, which they can do once.';
comment on column private.complaints.outcome is 'The answer, as the response and the redress: what staff ask a second administrator for, or what was decided.';
comment on column private.complaints.redress_paid is 'What the bank has paid, also before it was reopened.';

create index complaints_chat_id_idx on private.complaints (chat_id) where chat_id is not null;
create index complaints_summary_due_at_idx on private.complaints (summary_due_at);

select private.keep_from_api('private.complaints');

create function private.last_day_to_reopen(p_complaint private.complaints, p_case private.cases) returns date
language sql stable set search_path = ''
return case
  when p_complaint.reopened_at is null then private.last_day_of('ombudsman_months', private.london_date(p_case.decided_at)) end;
comment on function private.last_day_to_reopen is
  'Until when the customer can reopen a decided complaint: as long as the Ombudsman considers it. Null if it is open, or was reopened.';

create function private.describe_complaint(p_complaint private.complaints, p_case private.cases) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'topic', p_complaint.topic, 'said', p_complaint.said, 'wish', p_complaint.wish, 'is_payment', p_complaint.is_payment,
    'was_marked', p_complaint.marked_by is not null,
    'amount', p_case.amount, 'party', p_case.subject,
    'summary_on', private.due_day(p_complaint.summary_due_at), 'last_on', private.due_day(p_case.last_at),
    'holding_response_at', p_complaint.holding_response_at, 'delayed_at', p_case.expired_at, 'reopened_at', p_complaint.reopened_at,
    'reopen_by', private.last_day_to_reopen(p_complaint, p_case),
    'redress_paid', p_complaint.redress_paid
  );
end
$$;
comment on function private.describe_complaint is 'What both the customer and staff see of a complaint.';

create function private.complaint_topic(p_topic text) returns text
language sql immutable set search_path = ''
return case p_topic
  when 'payment' then 'A payment' when 'card' then 'A card' when 'app' then 'The app' when 'person' then 'A person at the bank'
  else 'Something else'
end;

create function private.complaint_letter(
  p_case private.cases, p_complaint private.complaints, p_title text, p_before text[], p_facts text[], p_after text[], p_at timestamptz
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.letter(p_case, p_title, p_at, p_before, array[
    ['About', private.complaint_topic(p_complaint.topic)],
    ['Payment', private.in_pounds(p_case.amount) || ', ' || p_case.subject],
    ['Received', private.day_in_words(private.london_date(p_case.opened_at))],
    [case when p_complaint.marked_by is null then 'You told us' else 'Our agent wrote' end, p_complaint.said],
    ['You asked for', p_complaint.wish]
  ] || p_facts, p_after);
end
$$;
comment on function private.complaint_letter is 'A letter about a complaint, with the facts of every such letter and those of this one.';
