-- Finding a payment by name, reference and amount.

create function public.search_transactions(
  p_text text default null, p_min numeric default null, p_max numeric default null,
  p_before timestamptz default null, p_before_id uuid default null
) returns setof public.transactions
language sql stable security invoker set search_path = ''
-- Measured: for somebody with 50,000 rows among many people with few, the planner would collect and sort them all for
-- each page. Without bitmaps it walks the index, which has the order already, until the page is full.
set enable_bitmapscan = off
begin atomic
  select t.*
  from public.transactions t
  -- Staff may read every customer's rows; a search is through one's own.
  where t.user_id = (select auth.uid())
    -- The page after a row. Without "or": that would keep the index from being used.
    and (t.created_at, t.id)
      < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    and coalesce(t.amount >= p_min, true)
    and coalesce(t.amount <= p_max, true)
    -- strpos knows no patterns, so there is nothing to escape. A line feed keeps words of different fields apart.
    and strpos(
      lower(
        case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end || E'\n' || coalesce(t.reference, '')
      ),
      lower(btrim(coalesce(p_text, '')))
    ) > 0
  order by t.created_at desc, t.id desc
  limit 50;
end;
comment on function public.search_transactions is
  'The caller''s transactions whose other party or reference contains the text, within the amounts; 50 at a time, newest first. The next page starts after the last row''s created_at and id.';

grant execute on function public.search_transactions to authenticated;
