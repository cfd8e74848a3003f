-- The name that a customer is shown by, on the profile and on the account at once.

create function private.set_display_name(p_full_name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_name constant text := btrim(p_full_name);
  problem constant text := case
    when coalesce(new_name, '') = '' then 'Enter your name.'
    when char_length(new_name) > 140 then 'Name must be at most 140 characters.'
    when not private.is_clean(new_name) then 'Please remove special characters such as < and >.'
  end;
begin
  perform private.refuse_unless_approved();
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  update public.profiles p set full_name = new_name where p.id = auth.uid();
  update public.accounts a set account_holder_name = new_name where a.user_id = auth.uid();
  return new_name;
end
$$;

create function public.set_display_name(p_full_name text) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_display_name(p_full_name);
end;
comment on function public.set_display_name is 'Changes the caller''s name on the profile and on the account, and returns it as stored.';

grant execute on function private.set_display_name, public.set_display_name to authenticated;
