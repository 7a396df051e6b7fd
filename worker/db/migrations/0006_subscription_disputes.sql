ALTER TABLE `subscriptions` ADD `latest_payment_intent_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `dispute_status` text;--> statement-breakpoint
CREATE INDEX `subscriptions_payment_intent` ON `subscriptions` (`mode`,`latest_payment_intent_id`);