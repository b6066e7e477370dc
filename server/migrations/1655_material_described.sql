-- Statements name the columns: a function of a row of a table is not found where the table has another name, as on Citus.
drop function material_described(material);
