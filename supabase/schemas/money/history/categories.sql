-- The category of each transaction: the automatic one, the customer's choice, and what is summed by it.

create domain public.spending_category as text
  constraint spending_category_check check (value in (
    'groceries', 'income', 'food_and_drink', 'shopping', 'transport', 'refund', 'fuel', 'entertainment', 'bills', 'health',
    'electronics', 'rent', 'savings', 'payments', 'cash'
  ));
comment on domain public.spending_category is 'The eleven categories of the specification, and rent, savings, payments and cash.';

create table private.merchant_category_codes (
  first_code text primary key constraint merchant_category_codes_first_code_check check (first_code ~ '^[0-9]{4}$'),
  last_code text not null constraint merchant_category_codes_last_code_check check (last_code >= first_code and last_code ~ '^[0-9]{4}$'),
  category public.spending_category not null
);
comment on table private.merchant_category_codes is
  'The category of a payment by card. The codes are those of ISO 18245, with the meanings in the Visa Merchant Data Standards Manual. Of nested ranges the one that starts last counts.';

select private.keep_from_api('private.merchant_category_codes');

insert into private.merchant_category_codes (first_code, last_code, category) values
  -- Airlines, car rental, hotels: each large company has its own code.
  ('3000', '3350', 'transport'),
  ('3351', '3500', 'transport'),
  ('3501', '3999', 'entertainment'),
  -- Trains, buses, taxis, ambulances, cruises, boats, airports, travel agencies, tolls.
  ('4000', '4799', 'transport'),
  ('4119', '4119', 'health'),
  ('4411', '4411', 'entertainment'),
  ('4722', '4723', 'entertainment'),
  -- Phones and computers, phone contracts, money transfers, television, energy and water.
  ('4812', '4812', 'electronics'),
  ('4813', '4821', 'bills'),
  ('4829', '4829', 'payments'),
  ('4899', '4900', 'bills'),
  -- Wholesale and other goods.
  ('5000', '5199', 'shopping'),
  ('5045', '5046', 'electronics'),
  ('5047', '5047', 'health'),
  ('5065', '5065', 'electronics'),
  ('5122', '5122', 'health'),
  ('5172', '5172', 'fuel'),
  -- Shops: home, department stores, wholesale clubs, food, cars and their parts, petrol and charging, clothes, furniture.
  ('5200', '5399', 'shopping'),
  ('5300', '5300', 'groceries'),
  ('5400', '5499', 'groceries'),
  ('5500', '5599', 'transport'),
  ('5541', '5542', 'fuel'),
  ('5552', '5552', 'fuel'),
  ('5600', '5799', 'shopping'),
  ('5722', '5722', 'electronics'),
  ('5732', '5732', 'electronics'),
  ('5734', '5734', 'electronics'),
  -- Caterers, restaurants, bars, fast food; media, games and applications; pharmacies; drinks.
  ('5811', '5814', 'food_and_drink'),
  ('5815', '5816', 'entertainment'),
  ('5817', '5817', 'electronics'),
  ('5818', '5818', 'entertainment'),
  ('5912', '5912', 'health'),
  ('5921', '5921', 'food_and_drink'),
  -- Other shops: cameras, insurance by phone, hearing aids, orthopaedic goods, heating oil.
  ('5931', '5999', 'shopping'),
  ('5946', '5946', 'electronics'),
  ('5960', '5960', 'bills'),
  ('5975', '5976', 'health'),
  ('5983', '5983', 'bills'),
  -- Cash over a counter and from a machine, other money, brokers, insurance, renting a home.
  ('6010', '6011', 'cash'),
  ('6012', '6099', 'payments'),
  ('6211', '6211', 'savings'),
  ('6300', '6399', 'bills'),
  ('6513', '6513', 'rent'),
  ('6529', '6540', 'payments'),
  -- Hotels and camps, laundries and photographs, hairdressers, massage, spas.
  ('7011', '7033', 'entertainment'),
  ('7210', '7299', 'shopping'),
  ('7230', '7230', 'health'),
  ('7297', '7298', 'health'),
  -- Software and repairs of computers, car rental, parking, garages, repairs.
  ('7372', '7379', 'electronics'),
  ('7512', '7549', 'transport'),
  ('7622', '7623', 'electronics'),
  ('7629', '7699', 'shopping'),
  -- Betting, cinema, theatre, sport, games, parks; sports clubs.
  ('7800', '7999', 'entertainment'),
  ('7997', '7997', 'health'),
  -- Doctors, dentists, opticians, hospitals; schools, childcare; courts, fines, taxes, post.
  ('8011', '8099', 'health'),
  ('8211', '8299', 'bills'),
  ('8351', '8351', 'bills'),
  ('9211', '9405', 'bills'),
  ('9406', '9406', 'entertainment'),
  -- Petrol stations in the United Kingdom.
  ('9752', '9752', 'fuel');

create table private.payee_rules (
  words text not null constraint payee_rules_words_check check (words = lower(words) and words = btrim(words) and words <> ''),
  incoming boolean not null,
  category public.spending_category not null,
  first_word text not null generated always as (split_part(words, ' ', 1)) stored,
  primary key (words, incoming)
);
comment on table private.payee_rules is
  'The category of a payment that is not by card, from whole words in the payee''s name; for received money also from the reference. The longest words count.';
comment on column private.payee_rules.words is 'As private.payee_key writes a name: lower case, without apostrophes, words between single spaces.';

create index payee_rules_first_word_idx on private.payee_rules (incoming, first_word);

select private.keep_from_api('private.payee_rules');

-- No word that is also a common name of a person.
insert into private.payee_rules (words, incoming, category)
select btrim(words), false, category
from (values
  ('groceries', 'tesco,sainsburys,asda,morrisons,aldi,lidl,waitrose,ocado,iceland foods,co op,coop,m&s food,spar,budgens,supermarket,supermarkets,grocer,grocers,greengrocer,butchers,farm shop'),
  ('food_and_drink', 'deliveroo,just eat,uber eats,mcdonalds,kfc,burger king,nandos,greggs,starbucks,pret a manger,pizza,pizzeria,wagamama,wetherspoon,wetherspoons,restaurant,cafe,coffee,kitchen,bistro,brasserie,takeaway,bakery,brewery,the pub'),
  ('transport', 'tfl,transport for london,trainline,uber,trains,train,railway,railways,lner,gwr,scotrail,national express,megabus,buses,taxi,taxis,easyjet,ryanair,british airways,jet2,airlines,airways,parking,ringgo,paybyphone,dvla,kwik fit,halfords'),
  ('fuel', 'esso,texaco,shell petrol,shell recharge,bp petrol,bp pulse,petrol,tesco petrol,sainsburys petrol,asda petrol,morrisons petrol,filling station,service station'),
  ('entertainment', 'netflix,spotify,disney plus,prime video,amazon prime,now tv,odeon,cineworld,cinema,cinemas,theatre,ticketmaster,steam games,playstation,xbox,nintendo,holidays,hotel,hotels,airbnb,booking com,premier inn,travelodge,national lottery,bet365,museum'),
  ('shopping', 'amazon,amzn,ebay,argos,ikea,primark,asos,boohoo,h&m,john lewis,marks spencer,marks & spencer,marks and spencer,m&s,tk maxx,b&q,wickes,screwfix,etsy,shein,vinted,temu,furniture,books,bookshop,garden centre,waterstones,wh smith,sports direct,jd sports,dunelm,poundland,next retail,next directory,outdoor'),
  ('bills', 'british gas,octopus energy,edf,e on,eon next,ovo energy,scottish power,thames water,water,energy,electricity,gas,broadband,internet,council,tv licence,tv licensing,bt group,sky digital,sky uk,virgin media,talktalk,ee limited,o2,vodafone,three mobile,giffgaff,mobile,insurance,aviva,direct line,axa,hmrc,nursery,school,university,solicitors'),
  ('health', 'boots,superdrug,pharmacy,chemist,dental,dentist,dentists,optician,opticians,specsavers,vision express,holland barrett,holland & barrett,gym,puregym,david lloyd clubs,nuffield health,bupa,physio,physiotherapy,clinic,hospital,surgery'),
  ('electronics', 'currys,apple com,apple store,electronics,computers,cex'),
  ('rent', 'rent,lettings,letting,landlord,property management,estate agents,housing,mortgage,mortgages'),
  ('savings', 'savings,isa,premium bonds,ns&i,moneybox,vanguard,trading 212,hargreaves lansdown,investments,pension,pensions'),
  ('cash', 'cash machine,atm,cash withdrawal')
) rules (category, lists)
cross join unnest(string_to_array(rules.lists, ',')) words
union all
select btrim(words), true, category
from (values
  ('income', 'salary,wages,wage,payroll,pension,dividend,dividends,interest,universal credit,child benefit,dwp,student loan,slc'),
  ('refund', 'refund,refunds,refunded,cashback'),
  ('rent', 'rent'),
  ('savings', 'savings,isa,premium bonds,ns&i')
) rules (category, lists)
cross join unnest(string_to_array(rules.lists, ',')) words;

create function private.payee_key(p_name text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- A card processor writes its own name first: SQ *THE COPPER KETTLE.
  plain constant text := regexp_replace(translate(lower(p_name), '''’', ''), '^(paypal|sq|sumup|zettle|izettle|stripe) *\*', '');
  words constant text := btrim(regexp_replace(plain, '[^[:alnum:]&]+', ' ', 'g'));
begin
  -- The number of a branch at the end: TESCO STORES 3207.
  return coalesce(nullif(regexp_replace(words, '( [a-z]*[0-9]{3,})+$', ''), ''), lower(btrim(p_name)));
end
$$;
comment on function private.payee_key is
  'What the names of one merchant have in common: lower case, without punctuation, the name of a card processor and the number of a branch.';

create function private.payee_category(p_text text, p_incoming boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  key constant text := private.payee_key(p_text);
  padded constant text := ' ' || key || ' ';
begin
  return (
    select r.category from private.payee_rules r
    -- The first word leads to few rules: all of them would be compared with each of thousands of names.
    where r.incoming = p_incoming and r.first_word = any (string_to_array(key, ' ')) and strpos(padded, ' ' || r.words || ' ') > 0
    order by length(r.words) desc, r.words
    limit 1
  );
end
$$;
comment on function private.payee_category is
  'The category that the rules for known payees give to a name, or to the text of a line on a statement. Null without a rule.';

create table private.payee_categories (
  user_id uuid not null references auth.users (id) on delete cascade,
  payee text not null,
  category public.spending_category not null,
  primary key (user_id, payee)
);
comment on table private.payee_categories is 'The category that a customer always wants for a payee.';
comment on column private.payee_categories.payee is 'private.payee_key of the name.';

select private.keep_from_api('private.payee_categories');

create table private.transaction_categories (
  transaction_id uuid primary key references public.transactions (id) on delete cascade,
  user_id uuid not null,
  category public.spending_category not null
);
comment on table private.transaction_categories is 'The category that a customer has chosen for one transaction.';
comment on column private.transaction_categories.user_id is 'The customer. No foreign key: the row goes with its transaction.';

create index transaction_categories_user_id_idx on private.transaction_categories (user_id);

select private.keep_from_api('private.transaction_categories');

create function private.category_of(p_incoming boolean, p_name text, p_reference text, p_mcc text, p_transaction_id uuid default null)
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    case when p_transaction_id is not null then (
      select c.category from private.transaction_categories c where c.transaction_id = p_transaction_id and c.user_id = auth.uid()
    ) end,
    (select c.category from private.payee_categories c where c.user_id = auth.uid() and c.payee = private.payee_key(p_name)),
    case when p_mcc is not null then (
      select m.category from private.merchant_category_codes m
      where p_mcc between m.first_code and m.last_code
      order by m.first_code desc
      limit 1
    ) end,
    private.payee_category(case when p_incoming then concat_ws(' ', p_name, p_reference) else p_name end, p_incoming),
    'payments'
  );
end
$$;
comment on function private.category_of is
  'The category of a transaction of the caller: chosen for it, always for its payee, by the merchant category code, by the rules for known payees, or payments.';
grant execute on function private.payee_key, private.category_of to authenticated;

create function private.require_category(p_category text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform p_category::public.spending_category;
exception when check_violation then
  raise exception 'Please choose a category.' using errcode = 'PT400', hint = 'field:category';
end
$$;
grant execute on function private.require_category to authenticated;

create function private.set_category(p_transaction_id uuid, p_category text, p_always boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  chosen public.transactions;
begin
  perform private.require_approved();
  perform private.require_category(coalesce(p_category, ''));
  select t.* into chosen from public.transactions t where t.id = p_transaction_id and t.user_id = auth.uid();
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  if p_always then
    delete from private.transaction_categories c where c.transaction_id = chosen.id;
    insert into private.payee_categories (user_id, payee, category)
    values (
      chosen.user_id,
      private.payee_key(case when chosen.incoming then chosen.from_account_holder_name else chosen.to_account_holder_name end),
      p_category
    )
    on conflict (user_id, payee) do update set category = excluded.category;
  else
    insert into private.transaction_categories (transaction_id, user_id, category)
    values (chosen.id, chosen.user_id, p_category)
    on conflict (transaction_id) do update set category = excluded.category;
  end if;
end
$$;
select private.expose('set_category',
  'Chooses the category of a transaction of the caller, or of all transactions with its payee that have no category of their own.');

create function private.chosen_categories() returns table (transaction_id uuid, category text)
language sql stable security definer set search_path = ''
begin atomic
  select c.transaction_id, c.category from private.transaction_categories c where c.user_id = auth.uid();
end;
grant execute on function private.chosen_categories to authenticated;

create function private.kinds_of_rows(p_from date, p_until date)
returns table (incoming boolean, name text, reference text, mcc text, payee text, category text)
language sql stable set search_path = ''
begin atomic
  select
    k.*, private.payee_key(k.name), private.category_of(k.incoming, k.name, k.reference, nullif(k.mcc, ''))
  from (
    select distinct
      t.incoming, case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end::text as name,
      case when t.incoming then coalesce(t.reference, '') else '' end as reference, coalesce(t.mcc, '') as mcc
    from public.transactions t
    where t.user_id = (select auth.uid())
      and t.created_at >= (select coalesce(p_from::timestamp at time zone 'Europe/London', '-infinity'))
      and t.created_at < (select coalesce((p_until + 1)::timestamp at time zone 'Europe/London', 'infinity'))
  ) k;
end;
comment on function private.kinds_of_rows is
  'What the caller''s rows differ in for their category, which is computed for each kind, not for each row: a customer with 300,000 rows has a few hundred kinds.';
grant execute on function private.kinds_of_rows to authenticated;

create function private.spent_by_kind(p_user_id uuid, p_at timestamptz)
returns table (name text, mcc text, chosen_category text, spent numeric, spent_before numeric, is_external boolean)
language sql stable set search_path = ''
begin atomic
  with local_days as (
    select date_trunc('month', l.at) as month, l.at::date - date_trunc('month', l.at)::date + 1 as days
    from (select p_at at time zone 'Europe/London' as at) l
  ),
  limits as (
    select
      d.month - interval '1 month' as before_starts_on,
      least(d.month - interval '1 month' + d.days * interval '1 day', d.month) as before_ends_on,
      d.month as starts_on, d.month + interval '1 month' as ends_on
    from local_days d
  ),
  instants as (
    select
      l.before_starts_on at time zone 'Europe/London' as before_starts_at,
      l.before_ends_on at time zone 'Europe/London' as before_ends_at,
      l.starts_on at time zone 'Europe/London' as starts_at,
      l.ends_on at time zone 'Europe/London' as ends_at
    from limits l
  )
  select
    t.to_account_holder_name, t.mcc, c.category,
    coalesce(sum(t.amount) filter (where t.created_at >= l.starts_at), 0),
    coalesce(sum(t.amount) filter (where t.created_at < l.before_ends_at), 0),
    false
  from instants l
  left join public.accounts own on own.user_id = p_user_id and own.account_type = 'current'
  join public.transactions t
    on t.user_id = p_user_id and t.created_at >= l.before_starts_at and t.created_at < l.ends_at
    -- What monthly_totals counts as spent.
    and not t.incoming and t.status = 'completed' and t.reversed_at is null and t.other_account_id is null
    and (t.to_sort_code, t.to_account_number) is distinct from (own.sort_code, own.account_number)
  left join private.transaction_categories c on c.transaction_id = t.id
  group by t.to_account_holder_name, t.mcc, c.category
  union all
  -- Pending rows of a file are never imported.
  select
    e.description, null, null,
    coalesce(-sum(e.amount) filter (where e.day >= l.starts_on), 0),
    coalesce(-sum(e.amount) filter (where e.day < l.before_ends_on), 0),
    true
  from limits l
  join public.external_accounts a on a.user_id = p_user_id and a.in_insights
  join public.external_transactions e
    on e.account_id = a.id and e.amount < 0
    and (e.day >= l.before_starts_on and e.day < l.before_ends_on or e.day >= l.starts_on and e.day < l.ends_on)
  group by e.description;
end;
comment on function private.spent_by_kind is
  'What a customer has spent in the month of p_at and on the same days of the month before, by what decides the category. Includes the accounts at other banks that the customer counts.';

create function private.get_spending_by_category(p_at timestamptz default now())
returns table (category text, spent numeric, spent_before numeric, has_external boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select s.category, sum(s.spent), sum(s.spent_before), bool_or(s.is_external)
  from (
    select
      coalesce(k.chosen_category, private.category_of(false, k.name, null, k.mcc)) as category,
      k.spent, k.spent_before, k.is_external
    from private.spent_by_kind(auth.uid(), p_at) k
  ) s
  group by s.category
  having sum(s.spent) + sum(s.spent_before) > 0
  order by sum(s.spent) desc, sum(s.spent_before) desc, s.category;
end
$$;
select private.expose('get_spending_by_category',
  'What the caller has spent this month in each category, most first, and what on the same days of last month. Months in UK time. Includes the accounts at other banks that the caller counts: has_external.');

create function private.get_spending_by_payee(p_at timestamptz default now())
returns table (payee text, spent numeric, spent_before numeric, has_external boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select (array_agg(k.name order by k.spent desc, k.name))[1], sum(k.spent), sum(k.spent_before), bool_or(k.is_external)
  from private.spent_by_kind(auth.uid(), p_at) k
  group by private.payee_key(k.name)
  having sum(k.spent) > 0
  order by sum(k.spent) desc, 1
  limit 10;
end
$$;
select private.expose('get_spending_by_payee',
  'The ten merchants and payees on which the caller has spent most this month, and what on the same days of last month. Includes the accounts at other banks that the caller counts: has_external.');
