ALTER TABLE `customers` ADD `enqueued_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `subject_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `ignored_reason` text;--> statement-breakpoint
ALTER TABLE `events` ADD `next_attempt_at` integer;--> statement-breakpoint
CREATE INDEX `events_unplaced` ON `events` (`mode`,`next_attempt_at`) WHERE status = 'unplaced';--> statement-breakpoint
-- Events without a customer of ours keep what they are about, so that a replay needs no payload.
UPDATE `events` SET `subject_id` = (
  SELECT found.id FROM (
    SELECT CASE WHEN `type` LIKE 'product.%' OR o ->> '$.object' = 'charge' THEN o ->> '$.id' WHEN `type` LIKE 'price.%' THEN o ->> '$.product'
      ELSE COALESCE(o ->> '$.charge', o ->> '$.payment_intent') END AS id
    FROM (SELECT `payload` -> '$.data.object' AS o)
  ) AS found WHERE found.id NOT LIKE '{%')
WHERE `customer_id` IS NULL AND `payload` <> '';
