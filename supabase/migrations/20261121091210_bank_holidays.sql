-- Working days. A regular payment that is due on another day goes out on the next working day.

create table private.bank_holidays (
  day date primary key,
  name text not null
);
comment on table private.bank_holidays is 'The bank holidays in England and Wales. Source: https://www.gov.uk/bank-holidays.';

alter table private.bank_holidays enable row level security;
create policy "No API role can access the bank holidays" on private.bank_holidays
  for all to anon, authenticated using (false);

-- Substitute days are listed instead of the days at the weekend that they stand in for.
insert into private.bank_holidays (day, name) values
  ('2026-01-01', 'New Year''s Day'),
  ('2026-04-03', 'Good Friday'),
  ('2026-04-06', 'Easter Monday'),
  ('2026-05-04', 'Early May bank holiday'),
  ('2026-05-25', 'Spring bank holiday'),
  ('2026-08-31', 'Summer bank holiday'),
  ('2026-12-25', 'Christmas Day'),
  ('2026-12-28', 'Boxing Day (substitute day)'),
  ('2027-01-01', 'New Year''s Day'),
  ('2027-03-26', 'Good Friday'),
  ('2027-03-29', 'Easter Monday'),
  ('2027-05-03', 'Early May bank holiday'),
  ('2027-05-31', 'Spring bank holiday'),
  ('2027-08-30', 'Summer bank holiday'),
  ('2027-12-27', 'Christmas Day (substitute day)'),
  ('2027-12-28', 'Boxing Day (substitute day)'),
  ('2028-01-03', 'New Year''s Day (substitute day)'),
  ('2028-04-14', 'Good Friday'),
  ('2028-04-17', 'Easter Monday'),
  ('2028-05-01', 'Early May bank holiday'),
  ('2028-05-29', 'Spring bank holiday'),
  ('2028-08-28', 'Summer bank holiday'),
  ('2028-12-25', 'Christmas Day'),
  ('2028-12-26', 'Boxing Day');

create function private.next_working_day(p_day date) returns date
language plpgsql stable set search_path = '' as $$
declare
  candidate date := p_day;
begin
  while extract(isodow from candidate) > 5 or exists (select from private.bank_holidays h where h.day = candidate) loop
    candidate := candidate + 1;
  end loop;
  return candidate;
end
$$;
comment on function private.next_working_day is 'This day if it is a working day, otherwise the next one.';

create function private.london_date(p_at timestamptz) returns date
language sql stable set search_path = ''
return (p_at at time zone 'Europe/London')::date;

create function private.london_instant(p_day date, p_time time) returns timestamptz
language sql stable set search_path = ''
return (p_day + p_time) at time zone 'Europe/London';

create function private.plain_date(value text) returns date
language plpgsql stable set search_path = '' as $$
begin
  if value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(value, 'date') then
    return value::date;
  end if;
  return null;
end
$$;
comment on function private.plain_date is
  'A date as 2026-11-22; null for anything else. Functions take dates as text, because the type date also accepts tomorrow and infinity.';
