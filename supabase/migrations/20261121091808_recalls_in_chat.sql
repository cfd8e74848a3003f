-- The answer to a recall in the chat in which the customer asked for it. With a claim it is in the timeline of the case.

create function private.tell_chat_of_recall() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Without the amount and the payee: not everyone who reads the chat may see payments.
  perform private.add_chat_event(chat.id, 'You asked for a payment back. ' || private.recall_words(new))
  from (
    select c.id from public.accounts a join public.chat_conversations c on c.user_id = a.user_id
    where a.id = new.account_id
      and not exists (
        select from private.claims l join private.cases s on s.id = l.id where l.movement_id = new.movement_id
      )
    -- The chat can end at the same moment.
    for key share of c
  ) chat;
  return null;
end
$$;

create trigger bank_payments_tell_chat after update of state, recall on private.bank_payments
  for each row when (
    new.recall is not null and new.is_outgoing
    and (new.recall = 'refused' and old.recall = 'asked' or new.state in ('rejected', 'returned') and new.state <> old.state)
  )
  execute function private.tell_chat_of_recall();
