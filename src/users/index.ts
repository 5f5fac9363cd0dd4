export { type CreatedUser, createUsers, type UserPorts, type UserToCreate } from "./create-users.ts";
export { type CarRemoval, carOfUser, type RemovalPorts, removeUserCar, type UserId } from "./remove-car.ts";
