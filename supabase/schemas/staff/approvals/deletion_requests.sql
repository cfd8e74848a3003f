-- A user with more money than one administrator may delete: two do it.

create function private.deletion_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      perform private.require_permission('approve_users');
      perform private.lock_person(p_request.user_id);
      perform private.require_can_delete(p_request.user_id);
      perform private.open_request(
        'deletion', p_request.reason, p_request.user_id, p_before => private.money_of(p_request.user_id)
      );
      return true;
    when 'listed' then
      return private.has_permission('approve_users');
    when 'right' then
      return private.holds_permission(p_user_id, 'approve_users')
        and private.deletion_refusal(p_user_id, p_request.user_id) is null;
    when 'lock' then
      perform private.lock_records_of(p_request.user_id);
    when 'changed' then
      return private.money_of(p_request.user_id) <> p_request.amount_before;
    when 'approved' then
      perform private.remove_person(p_request.user_id, p_request.id);
  end case;
  return null;
end
$$;
comment on function private.deletion_request is 'The steps of a request to delete a user.';
