-- The release that this database has. A release changes this line together with the version in package.json.
create function private.release_version() returns text
language sql immutable set search_path = ''
return '1.1.0';
comment on function private.release_version is
  'The release of the app that the migrations of this database belong to.';
