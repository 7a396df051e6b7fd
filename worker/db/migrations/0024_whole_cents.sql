-- Each movement of MRR becomes the difference of whole minor units a month.
UPDATE mrr_movements SET yearly_milli = 12000 * CAST(
    round(sums.total / 12000.0) - round((sums.total - mrr_movements.yearly_milli) / 12000.0) AS INTEGER)
  FROM (SELECT mode, day, customer_id, currency,
      sum(yearly_milli) OVER (PARTITION BY mode, customer_id, currency ORDER BY day) AS total
    FROM mrr_movements) AS sums
  WHERE sums.mode = mrr_movements.mode AND sums.day = mrr_movements.day
    AND sums.customer_id = mrr_movements.customer_id AND sums.currency = mrr_movements.currency;
--> statement-breakpoint
INSERT OR IGNORE INTO stale_days (mode, day) SELECT DISTINCT mode, day FROM mrr_movements WHERE true;
