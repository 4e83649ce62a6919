-- Actions from before said_at existed can be undone like any other.
update decisions
set said_at = acted_at
where state in ('restored', 'spam') and said_at is null;
