-- The decision about a complaint, with its letter, and what the bank says when it is delayed.

create function private.tell_complaint_is_delayed(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  expected_days constant integer := 10;
  expected constant text := private.day_in_words(private.add_working_days(private.london_date(p_at), expected_days));
begin
  update private.cases c set expired_at = p_at where c.id = p_case.id;
  perform private.tell_customer_of_case(
    p_case, 'We haven''t answered your complaint in time',
    'We''re sorry. We''re still working on it and expect to answer by ' || expected
      || '. You can go to the Financial Ombudsman Service now, free. Our letter says how.',
    p_at,
    private.complaint_letter(
      p_case, c, 'We have not answered your complaint in time',
      array[
        'We are sorry. We had to send our final response by ' || private.day_in_words(private.due_day(p_case.due_at))
          || ', and we have not finished looking into your complaint.',
        'You can refer your complaint to the Financial Ombudsman Service now. You do not have to wait for us.'
      ],
      array[
        ['Our answer was due by', private.day_in_words(private.due_day(p_case.due_at))], ['We expect to answer by', expected]
      ],
      array[
        'The Financial Ombudsman Service is free: www.financial-ombudsman.org.uk, 0800 023 4567. Its leaflet "Your complaint and the Ombudsman" is on its website.',
        (private.ombudsman_words(private.london_date(p_at)))[2]
      ],
      p_at
    )
  )
  from private.complaints c where c.id = p_case.id;
  perform private.audit('expire_case', 'case', p_case.id, jsonb_build_object('user_id', p_case.user_id));
end
$$;
comment on function private.tell_complaint_is_delayed is
  'What the law asks for when there is no final response in time (DISP 1.6.2R(2)): why, when, and that the customer may go to the Ombudsman now. The complaint stays open.';

create function private.outcome_words(p_outcome text) returns text
language sql immutable set search_path = ''
return case p_outcome
  when 'resolved' then 'You told us that our answer settles your complaint, so we consider it resolved.'
  when 'upheld' then 'We agree with your complaint. We''re sorry.'
  when 'partly_upheld' then 'We agree with a part of your complaint. We''re sorry for that.'
  else 'We don''t agree with your complaint.'
end;

create function private.carry_out_complaint_decision(
  p_case private.cases, p_decided_by uuid, p_at timestamptz, p_request_id uuid default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  ombudsman constant text[] := private.ombudsman_words(private.london_date(p_at));
  complaint private.complaints;
  title text;
  words text;
  paid text;
  letter jsonb;
begin
  select c.* into strict complaint from private.complaints c where c.id = p_case.id;
  words := private.outcome_words(complaint.outcome);
  if complaint.redress > 0 then
    perform private.pay_case_customer(private.ledger_account('redress'), p_case.user_id, complaint.redress, 'Complaint: redress', p_at);
    update private.complaints c set redress_paid = c.redress_paid + complaint.redress where c.id = complaint.id;
    paid := private.in_pounds(complaint.redress);
  end if;
  title := case when complaint.outcome = 'resolved' then 'We''ve settled your complaint' else 'Our final response to your complaint' end;
  letter := private.complaint_letter(
    p_case, complaint, title,
    array_remove(array[
      'You made a complaint to us on ' || private.day_in_words(private.london_date(p_case.opened_at)) || '.',
      words,
      case when paid is not null then 'We have paid ' || paid || '. ' || private.where_paid(p_case.user_id) end
    ], null),
    array[['Our answer', complaint.response], ['Redress', coalesce(paid, 'None')]],
    array[case
      when complaint.outcome = 'resolved'
        then 'If you find later that you are not happy with this after all, you can reopen the complaint in the app once, within six months.'
      when complaint.reopened_at is null
        then 'This is our final response. If we missed something, you can reopen the complaint in the app once, within six months.'
      else 'This is our final response.'
    end,
      ombudsman[1],
      'If you do not refer your complaint in time, the Ombudsman will not have our permission to consider it, and can do so only in very limited circumstances, such as exceptional ones that caused the delay.',
      ombudsman[2]
    ],
    p_at
  );
  perform private.record_decision(p_case.id, complaint.outcome, complaint.response, p_decided_by, p_at, letter);
  perform private.tell_customer_of_case(
    p_case, title,
    words || case when paid is not null then ' We''ve paid ' || paid || '. ' || private.where_paid(p_case.user_id) else '' end
      || ' Our letter says why, and what you can do if you disagree.',
    p_at, letter
  );
  perform private.audit('decide_case', 'case', p_case.id, jsonb_strip_nulls(jsonb_build_object(
    'case_id', p_case.id, 'user_id', p_case.user_id, 'decision', complaint.outcome, 'amount', coalesce(complaint.redress, 0),
    'request_id', p_request_id
  )));
end
$$;
comment on function private.carry_out_complaint_decision is
  'Gives the answer that is stored with a complaint: the redress, the letter and the note. The calling function has locked the customer and the case, found it open, and checked the right.';

create function private.complaint_case(p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'lock' then
      null;
    when 'expired' then
      perform private.tell_complaint_is_delayed(p_case, p_at);
    when 'changed' then
      return p_case.state <> 'open' or not exists (
        select from private.complaints c
        where c.id = p_case.id and c.outcome = p_request.decision and c.redress = p_request.amount_after
      );
    when 'approved' then
      perform private.carry_out_complaint_decision(p_case, auth.uid(), p_at, p_request.id);
  end case;
  return null;
end
$$;
comment on function private.complaint_case is 'The steps of a complaint.';

create function private.facts_of_complaint(p_case private.cases, p_for_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.describe_complaint(c, p_case) || case
      when p_for_staff then jsonb_build_object(
        'transaction_id', c.transaction_id, 'outcome', c.outcome, 'response', c.response, 'redress', c.redress,
        'marked_by', (select p.full_name from public.profiles p where p.id = c.marked_by),
        'summary_due_at', c.summary_due_at
      )
      else '{}'
    end
    from private.complaints c where c.id = p_case.id
  );
end
$$;
