alter table sign_in_attempts
  add foreign key (session_id) references sessions (id) on delete cascade;
