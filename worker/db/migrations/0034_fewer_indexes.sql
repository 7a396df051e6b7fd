DROP INDEX `orders_customer`;--> statement-breakpoint
DROP INDEX `payments_currency`;--> statement-breakpoint
DROP INDEX `payments_product`;--> statement-breakpoint
DROP INDEX `payments_country`;--> statement-breakpoint
DROP INDEX `payments_first`;