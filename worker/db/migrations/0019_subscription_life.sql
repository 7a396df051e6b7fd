ALTER TABLE `customers` ADD `default_payment_method_id` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `billing_currency` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pause_reason` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `stripe_dispute_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `disputed_payment_intent_id` text;--> statement-breakpoint
CREATE INDEX `subscriptions_dispute` ON `subscriptions` (`mode`,`stripe_dispute_id`) WHERE stripe_dispute_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_payment_intent` ON `payments` (`mode`,`stripe_payment_intent_id`);--> statement-breakpoint
-- The currency that users are billed in, from the subscriptions that are mirrored already.
UPDATE `customers` SET `billing_currency` = (
  SELECT `currency` FROM `subscriptions`
  WHERE `subscriptions`.`customer_id` = `customers`.`id`
    AND `status` NOT IN ('canceled', 'incomplete_expired') AND `ended_at` IS NULL
  LIMIT 1
);
