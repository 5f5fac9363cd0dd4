export { type CreatedUser, createUsers, type UserToCreate } from "./create-users.ts";
export { type CarRemoval, carOfUser, removeUserCar } from "./remove-car.ts";
