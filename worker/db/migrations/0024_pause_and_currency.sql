ALTER TABLE `customers` ADD `billing_currency` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pause_reason` text;--> statement-breakpoint
-- The currency that users are billed in, from the subscriptions that are mirrored already.
UPDATE `customers` SET `billing_currency` = (
  SELECT `currency` FROM `subscriptions`
  WHERE `subscriptions`.`customer_id` = `customers`.`id`
    AND `status` NOT IN ('canceled', 'incomplete_expired') AND `ended_at` IS NULL
  LIMIT 1
);
