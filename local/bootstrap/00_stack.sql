-- The local stack's own functions. Hosted projects have no such schema; nobody but supabase_admin may use it.
create schema _stack;
