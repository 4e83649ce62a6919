alter table lessons rename column acts to actions;

-- The array holds objects; two of their keys get the new words as well.
update lessons
set actions = (
  select coalesce(
    jsonb_agg(
      element - 'act' - 'actedAtMs'
        || jsonb_build_object('action', element -> 'act', 'actionAtMs', element -> 'actedAtMs')
      order by position
    ),
    '[]'
  )
  from jsonb_array_elements(actions) with ordinality as elements (element, position)
  where jsonb_typeof(element) = 'object'
)
where jsonb_typeof(actions) = 'array';
