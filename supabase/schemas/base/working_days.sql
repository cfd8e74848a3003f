-- Working days. A regular payment that is due on another day goes out on the next working day, and the clocks of cases count them.

create table private.bank_holidays (
  day date primary key,
  name text not null
);
comment on table private.bank_holidays is 'The bank holidays in England and Wales. Source: https://www.gov.uk/bank-holidays.';

select private.keep_from_api('private.bank_holidays');

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

create function private.is_working_day(p_day date) returns boolean
language sql stable set search_path = ''
begin atomic
  select extract(isodow from p_day) <= 5 and not exists (select from private.bank_holidays h where h.day = p_day);
end;
comment on function private.is_working_day is
  'Whether a day is a working day. After the last bank holiday of the table, each Monday to Friday is one, so a clock ends too early there and never too late.';

create function private.next_working_day(p_day date) returns date
language plpgsql stable set search_path = '' as $$
declare
  candidate date := p_day;
begin
  while not private.is_working_day(candidate) loop
    candidate := candidate + 1;
  end loop;
  return candidate;
end
$$;

create function private.add_working_days(p_day date, p_days integer) returns date
language plpgsql stable set search_path = '' as $$
declare
  day date := p_day;
begin
  for counted in 1..p_days loop
    day := private.next_working_day(day + 1);
  end loop;
  return day;
end
$$;
comment on function private.add_working_days is 'The n-th working day after a day, which need not be a working day itself.';

create function private.working_days_between(p_from date, p_until date) returns integer
language sql stable set search_path = ''
begin atomic
  select count(*)::integer from generate_series(p_from + 1, p_until, '1 day') d (day) where private.is_working_day(d.day::date);
end;
comment on function private.working_days_between is 'The working days after the first day, until the second one and with it.';

create function private.holidays_known_until() returns date
language sql stable set search_path = ''
begin atomic
  select (date_trunc('year', max(h.day)) + interval '1 year - 1 day')::date from private.bank_holidays h;
end;

create function private.london_date(p_at timestamptz) returns date
language sql stable set search_path = ''
return (p_at at time zone 'Europe/London')::date;

create function private.london_instant(p_day date, p_time time) returns timestamptz
language sql stable set search_path = ''
return (p_day + p_time) at time zone 'Europe/London';

create function private.end_of_day(p_day date) returns timestamptz
language sql stable set search_path = ''
return private.london_instant(p_day + 1, '00:00');
comment on function private.end_of_day is 'The moment at which a day ends in London: the first one of the next day.';

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
