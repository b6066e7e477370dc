-- What materials that may replace each other have in common: description, specification and grade, in one writing of
-- letters, widths, signs of multiplication and spaces. Nothing is left out that tells sizes apart: points, dashes and
-- slashes stay, and so does a space between two digits ("1 1/2" is not "11/2").
create function material_likeness(description text, specification text, grade text) returns text
language sql immutable parallel safe
as $$
  select regexp_replace(
    regexp_replace(
      lower(normalize(replace(replace(description || '|' || specification || '|' || grade, '×', 'x'), '＊', 'x'), NFKC)),
      '(?<![0-9])\s+|\s+(?![0-9])', '', 'g'),
    '\s+', ' ', 'g')
$$;
-- Without a specification the description alone says too little.
create index material_likeness_specified on material (material_likeness(description, specification, material_grade))
  where specification <> '';
