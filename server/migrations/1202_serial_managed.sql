-- Whether the pieces of a material have serial numbers is read from its profile in SAP, as what obstructs its postings was.
update material set is_serial_managed = true where posting_obstacle = 'serialNumbers' and not is_serial_managed;
