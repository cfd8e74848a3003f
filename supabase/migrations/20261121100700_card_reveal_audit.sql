-- Whoever looks at a full card number leaves a trace. Reading it is volatile from here on: it writes.

create or replace function private.get_my_card_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account public.accounts;
begin
  if not private.is_approved() then
    return null;
  end if;
  select a.* into account from public.accounts a where a.user_id = auth.uid() and a.account_type = 'current';
  if found then
    perform private.audit('reveal_card_number', account.id);
  end if;
  return account.card_number;
end
$$;

create or replace function public.get_my_card_number() returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.get_my_card_number();
end;
