-- What a batch change clears of its batch: recorded, and not of this batch.
alter table batch_change_line add column cleared text
  check (cleared in ('expiryDate', 'productionDate', 'dates', 'heatNo', 'certificateNo', 'papers', 'all'));
