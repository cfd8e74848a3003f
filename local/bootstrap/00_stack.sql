-- Functions of the local stack. Hosted projects do not have this schema. Only supabase_admin may use it.
create schema _stack;
