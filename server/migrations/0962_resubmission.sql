-- What was corrected after a refused review, before the document was submitted again.
alter table goods_receipt add column correction_remark text;
alter table goods_issue add column correction_remark text;
