-- What users said before their words had a time can be taken back like any other.
update decisions
set said_at = acted_at
where state in ('restored', 'spam') and said_at is null;
