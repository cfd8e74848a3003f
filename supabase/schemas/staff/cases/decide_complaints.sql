-- What staff with manage_cases do with a complaint.

create function private.update_complaint(p_case_id uuid, p_words text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  updated constant private.cases := private.lock_open_case(p_case_id, array['complaint']);
  words constant text := private.require_words('words', p_words, 'Write the update.');
begin
  perform private.tell_customer_of_case(updated, 'News about your complaint', words, p_at);
  perform private.audit('update_case', 'case', updated.id, jsonb_build_object('user_id', updated.user_id));
end
$$;
select private.expose('update_complaint', 'Tells the customer how their complaint goes on. For admins with manage_cases.');

create function private.send_holding_response(p_case_id uuid, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  delayed private.cases := private.lock_open_case(p_case_id, array['complaint']);
  reason constant text := private.require_words('words', p_reason, 'Write why we need longer.');
  complaint private.complaints;
  last_day constant text := private.day_in_words(private.due_day(delayed.last_at));
begin
  select c.* into strict complaint from private.complaints c where c.id = delayed.id;
  if not complaint.is_payment then
    raise exception 'Only a complaint about a payment can have a holding response.' using errcode = 'PT409', hint = 'no-holding-response';
  elsif complaint.holding_response_at is not null then
    raise exception 'The customer has a holding response already.' using errcode = 'PT409', hint = 'holding-response-sent';
  elsif delayed.due_at <= p_at then
    raise exception 'The time for a holding response has ended. Send the final response.' using errcode = 'PT409', hint = 'too-late-for-holding-response';
  end if;
  update private.complaints c set holding_response_at = p_at where c.id = delayed.id;
  update private.cases c set due_at = c.last_at where c.id = delayed.id returning c.* into delayed;
  perform private.tell_customer_of_case(
    delayed, 'We need longer to answer your complaint',
    'You''ll have our final answer by ' || last_day || ' at the latest. Our letter says why.', p_at,
    private.complaint_letter(
      delayed, complaint, 'We need longer to answer your complaint',
      array[
        'We can''t answer your complaint yet, for reasons beyond our control.',
        'We will send our final response by ' || last_day || ' at the latest.'
      ],
      array[['Why', reason], ['Final response by', last_day]],
      array[
        'If you don''t agree with our final response, or don''t have one by then, you can ask the Financial Ombudsman Service, free: '
          || 'www.financial-ombudsman.org.uk, 0800 023 4567. Do so within six months of our final response.',
        (private.ombudsman_words(private.london_date(p_at)))[2]
      ],
      p_at
    )
  );
  perform private.audit('send_holding_response', 'case', delayed.id, jsonb_build_object('user_id', delayed.user_id));
end
$$;
select private.expose('send_holding_response',
  'Sends the holding response to a complaint about a payment, with the reason: the clock ends at the last day. Once, before the first day has passed. For admins with manage_cases.');

create function private.decide_complaint(
  p_case_id uuid, p_outcome text, p_response text, p_redress text default '0', p_is_accepted boolean default false,
  p_at timestamptz default now()
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  highest_redress constant integer := 1000000;
  decided constant private.cases := private.lock_open_case(p_case_id, array['complaint']);
  answer constant text := private.require_words('words', p_response, 'Write the answer.');
  paid constant numeric := private.plain_decimal(p_redress);
  complaint private.complaints;
  waits boolean;
begin
  perform private.require_no_waiting_decision(decided);
  select c.* into strict complaint from private.complaints c where c.id = decided.id;
  perform private.require_no_problem(case
    when (p_outcome in ('resolved', 'upheld', 'partly_upheld', 'not_upheld')) is not true then array['outcome', 'Choose an outcome.']
    when (paid <= highest_redress) is not true then array['redress', 'Enter an amount up to £1,000,000, or 0.']
    when p_outcome = 'resolved' and not p_is_accepted
      then array['accepted', 'A complaint is settled only if the customer accepts the answer.']
  end);
  if p_outcome = 'resolved' and complaint.summary_due_at <= p_at then
    raise exception 'The three working days for a summary have passed. Send a final response.' using errcode = 'PT409', hint = 'too-late-for-summary';
  end if;
  perform private.lock_balance_changes();
  waits := private.needs_approval(paid);
  if waits then
    perform private.request_case_decision(decided, p_outcome, left(answer, 300), null, paid);
  end if;
  update private.complaints c set outcome = p_outcome, response = answer, redress = paid where c.id = complaint.id;
  if not waits then
    perform private.carry_out_complaint_decision(decided, auth.uid(), p_at);
  end if;
  return not waits;
end
$$;
select private.expose('decide_complaint',
  'Answers a complaint: settled with the customer''s agreement within three working days (resolved), or a final response, both with redress from the bank. False: redress above the amount of the settings, with what the caller paid in 24 hours, waits for a second administrator. For admins with manage_cases.');
