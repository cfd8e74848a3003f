-- The figure 'Pending', and the account as its customer sees it.

create function private.pending_of(p_account public.accounts) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return p_account.held + (
    select coalesce(sum(p.amount), 0)
    from private.bank_payments p
    -- Not for a row that the customer has removed from the list.
    join public.transactions t on t.id = p.movement_id
    where p.account_id = p_account.id and p.is_outgoing and p.state = 'sent'
  );
end
$$;
comment on function private.pending_of is
  'What an account has in pending transactions: what is held, and what another bank has not accepted yet. The figure of every screen, so that the pending rows add up to it. Both have left the balance.';

create function private.get_current_account()
returns table (
  id uuid, balance numeric, pending numeric, account_number text, sort_code text, account_holder_name text,
  card_last_four text, has_savings boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
    select
      a.id, a.balance, private.pending_of(a), a.account_number::text, a.sort_code::text, a.account_holder_name::text,
      a.card_last_four,
      exists (
        select from public.accounts s where s.user_id = a.user_id and s.account_type = 'savings' and not s.is_closed
      )
    from public.accounts a where a.user_id = auth.uid() and a.account_type = 'current';
end
$$;
select private.expose('get_current_account',
  'The caller''s current account with what can be spent and what is pending, and whether list_my_accounts has an open savings account. No row before open_current_account.');
